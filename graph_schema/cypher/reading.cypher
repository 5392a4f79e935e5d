// The queue of what was stored and not yet read, and what reading writes. One :Unread holds the turns of one
// transaction; it is deleted by the transaction that writes what was read in them, so nothing is read by halves.

// name: queue_turns
// Parameters: user, id, turns: their ids, now.
CREATE (q:Unread {user_id: $user, id: $id, turns: $turns, queued_at: $now})

// name: list_unread
// Parameters: user, limit. Returns the oldest first.
MATCH (q:Unread {user_id: $user})
RETURN q.id AS id, q.turns AS turns
ORDER BY id
LIMIT $limit

// name: list_unread_users
// Returns the users of whom something is unread.
MATCH (q:Unread)
RETURN q.user_id AS user, sum(size(q.turns)) AS turns
ORDER BY user

// name: read_texts
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.text AS text, t.said_at AS said_at

// name: finish_unread
// Parameters: user, id. Returns a row where it was still there: only then is what was read to be written.
MATCH (q:Unread {user_id: $user, id: $id})
DELETE q
RETURN 1 AS finished

// name: unlink_times
// Parameters: user, ids. Takes away what an earlier reading found.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[o:OCCURRED_ON]->(:Period)
DELETE o

// name: link_times
// Parameters: user, version, times: {turn, period, start, end, grain, kind, text, weight}. The version makes the
// indexes look at these turns again.
UNWIND $times AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (p:Period {user_id: $user, id: r.period})
CREATE (t)-[o:OCCURRED_ON {grain: r.grain, kind: r.kind, text: r.text, weight: r.weight}]->(p)
SET o.start = r.start, o.end = r.end, t.version = $version
