// Queries of the adapters for other frameworks. They run on the read-only connection.

// name: find_store_items
// Parameters: user, ids. Returns the turns that are items of a store.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.session_id AS session, t.text AS text, t.speaker AS speaker, t.role AS role,
       t.said_at AS said_at, t.created_at AS created_at, t.metadata AS metadata

// name: list_store_items
// Parameters: user, session, below, offset, limit. Returns the turns of a namespace and of those below it, latest
// first.
MATCH (t:Turn {user_id: $user})
WHERE t.session_id = $session OR t.session_id STARTS WITH $below
RETURN t.id AS id, t.session_id AS session, t.text AS text, t.speaker AS speaker, t.role AS role,
       t.said_at AS said_at, t.created_at AS created_at, t.metadata AS metadata
ORDER BY said_at DESC, id SKIP $offset LIMIT $limit

// name: list_store_sessions
// Parameters: user, root, below. Returns the sessions that are namespaces of a store.
MATCH (s:Session {user_id: $user})
WHERE s.id = $root OR s.id STARTS WITH $below
RETURN s.id AS session ORDER BY session

// name: list_session_turns
// Parameters: user, session, limit. Returns the last turns of a session, latest first.
MATCH (:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(t:Turn)
RETURN t.id AS id, t.text AS text, t.speaker AS speaker, t.role AS role, t.said_at AS said_at, t.seq AS seq,
       t.metadata AS metadata
ORDER BY said_at DESC, seq DESC LIMIT $limit
