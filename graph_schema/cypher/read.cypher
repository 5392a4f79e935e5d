// Queries of recall and its indexes. Queries of many rows return times as text: a datetime takes the driver thirty
// times as long.

// name: read_user
// Parameters: user.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
RETURN u.version AS version, u.epoch AS epoch, coalesce(u.memory_epoch, 0) AS memory_epoch, u.timezone AS timezone,
       toString(u.created_at) AS created_at, u.embedder AS embedder, u.language AS language,
       coalesce(u.feed_from, 0) AS feed_from, coalesce(u.described, false) AS described

// name: list_users
MATCH (u:User)
WHERE u.forgotten IS NULL
RETURN u.id AS user, u.timezone AS timezone, u.created_at AS created_at
ORDER BY user

// name: read_turns
// Parameters: user. Returns the whole content of an index of this user.
MATCH (t:Turn {user_id: $user})
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       t.text AS text, toString(t.said_at) AS said_at, t.embedding AS embedding,
       t.passages AS passages, t.passage_words AS passage_words, t.context AS context, t.context_by AS context_by

// name: read_said
// Parameters: user, since, until (times as text), speaker; each of the three may be null. Returns turns in their
// order.
MATCH (t:Turn {user_id: $user})
WHERE ($speaker IS NULL OR t.speaker = $speaker) AND ($since IS NULL OR t.said_at >= datetime($since))
  AND ($until IS NULL OR t.said_at < datetime($until))
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role, t.text AS text,
       toString(t.said_at) AS said_at, t.metadata AS metadata
ORDER BY t.said_at, t.session_id, t.seq

// name: read_new_turns
// Parameters: user, versions. One look-up per version, because a range of versions would scan all of the user's
// turns.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       t.text AS text, toString(t.said_at) AS said_at, t.embedding AS embedding,
       t.passages AS passages, t.passage_words AS passage_words, t.context AS context, t.context_by AS context_by

// name: read_metadata
// Parameters: user. Returns the metadata of turns that have some, or whose session has, as JSON.
MATCH (t:Turn {user_id: $user})-[:IN_SESSION]->(s:Session)
WHERE t.metadata IS NOT NULL OR s.metadata IS NOT NULL
RETURN t.id AS id, t.metadata AS metadata, s.metadata AS of_session

// name: read_new_metadata
// Parameters: user, versions. Like read_metadata and read_new_turns.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})-[:IN_SESSION]->(s:Session)
WHERE t.metadata IS NOT NULL OR s.metadata IS NOT NULL
RETURN t.id AS id, t.metadata AS metadata, s.metadata AS of_session

// name: read_filtered
// Parameters: user, ids: of turns. Returns what a filter of turns compares, and the metadata.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:IN_SESSION]->(s:Session)
RETURN id, toString(t.said_at) AS said_at, t.speaker AS speaker, t.role AS role, t.metadata AS metadata,
       s.metadata AS of_session

// name: read_times
// Parameters: user. Returns the times that the turns of this user are about.
MATCH (t:Turn {user_id: $user})-[o:OCCURRED_ON]->(:Period)
RETURN t.id AS id, toString(o.start) AS start, toString(o.end) AS end, o.weight AS weight

// name: read_new_times
// Parameters: user, versions. Like read_new_turns.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})-[o:OCCURRED_ON]->(:Period)
RETURN t.id AS id, toString(o.start) AS start, toString(o.end) AS end, o.weight AS weight

// name: read_predicates
// Parameters: user. Returns the predicates that the turns of this user assert, once per assertion.
MATCH (t:Turn {user_id: $user})-[:ASSERTS]->(a:Assertion)
RETURN t.id AS id, a.predicate AS predicate

// name: read_new_predicates
// Parameters: user, versions. Like read_new_turns.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})-[:ASSERTS]->(a:Assertion)
RETURN t.id AS id, a.predicate AS predicate

// name: read_places
// Parameters: user. Returns the turns of this user that name a place or an organisation.
MATCH (t:Turn {user_id: $user})-[:MENTIONS]->(e:Entity)
WHERE e.type IN ['location', 'organization']
RETURN DISTINCT t.id AS id

// name: read_new_places
// Parameters: user, versions. Like read_new_turns.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})-[:MENTIONS]->(e:Entity)
WHERE e.type IN ['location', 'organization']
RETURN DISTINCT t.id AS id

// name: count_user
// Parameters: user.
RETURN COUNT { MATCH (n:Turn {user_id: $user}) } AS turns,
       COUNT { MATCH (n:Session {user_id: $user}) } AS sessions,
       COUNT { MATCH (n:Entity {user_id: $user}) } AS entities,
       COUNT { MATCH (n:Fact {user_id: $user}) WHERE n.expired_at IS NULL } AS facts,
       COUNT { MATCH (n:Period {user_id: $user}) } AS periods

// name: count_all
RETURN COUNT { MATCH (n:Turn) } AS turns,
       COUNT { MATCH (n:Session) } AS sessions,
       COUNT { MATCH (n:Entity) } AS entities,
       COUNT { MATCH (n:Fact) WHERE n.expired_at IS NULL } AS facts,
       COUNT { MATCH (n:Period) } AS periods
