// The segment tree: memories of the system segtree. In addition to the properties of every memory, a branch keeps
// the id of the first turn that it covers (begins), that turn's number (first), the number of its turns (leaves),
// the sum of their vectors (total), the number of its parts (size), and the text of all its parts but the last
// (settled).

// name: read_branches
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (m:Memory {user_id: $user, id: id})
RETURN id, m.level AS level, m.ordinal AS ordinal, m.begins AS begins, m.first AS first, m.leaves AS leaves,
       m.total AS total, toString(m.start) AS start, toString(m.end) AS end, m.size AS size, m.settled AS settled,
       m.text AS text, m.extractive AS extractive

// name: read_spans
// Parameters: user. Returns the ranges that the branches cover.
MATCH (m:Memory {user_id: $user})
WHERE m.system = 'segtree'
RETURN m.id AS id, m.level AS level, m.first AS first, m.leaves AS leaves, m.dirty AS dirty

// name: read_parts_Memory
// Parameters: user, ids: of branches. Returns the branches directly below, in order.
UNWIND $ids AS branch
MATCH (:Memory {user_id: $user, id: branch})-[:SUMMARISES]->(m:Memory)
RETURN branch, m.id AS id, m.text AS text, toString(m.start) AS start, m.ordinal AS ordinal
ORDER BY ordinal

// name: read_parts_Turn
// Parameters: user, ids: of branches. Returns the turns directly below.
UNWIND $ids AS branch
MATCH (:Memory {user_id: $user, id: branch})-[:SUMMARISES]->(t:Turn)
RETURN branch, t.id AS id, t.text AS text, t.speaker AS speaker, toString(t.said_at) AS said_at,
       t.session_id AS session, t.seq AS seq
ORDER BY t.said_at, session, seq

// name: read_segments
// Parameters: user. Returns the branches of level 1 in order.
MATCH (m:Memory {user_id: $user})
WHERE m.system = 'segtree' AND m.level = 1
RETURN m.id AS id, m.level AS level, m.ordinal AS ordinal, m.begins AS begins, m.first AS first, m.leaves AS leaves,
       m.total AS total, toString(m.start) AS start, toString(m.end) AS end, m.size AS size
ORDER BY ordinal

// name: link_segments
// Parameters: user, rows: {later, earlier, likeness}. Links a segment to a similar earlier one at a distance.
UNWIND $rows AS r
MATCH (later:Memory {user_id: $user, id: r.later})
MATCH (earlier:Memory {user_id: $user, id: r.earlier})
MERGE (later)-[l:RESEMBLES]->(earlier)
SET l.likeness = r.likeness

// name: unlink_segments
// Parameters: user, ids: of branches that will be rebuilt.
UNWIND $ids AS id
MATCH (:Memory {user_id: $user, id: id})-[l:RESEMBLES]->(:Memory)
DELETE l
