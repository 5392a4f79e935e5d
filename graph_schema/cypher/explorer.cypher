// What the explorer reads beside the memory's own methods, and the queries that it offers to begin with. All of them
// run on its read-only door, as the owner's own queries do.

// name: explore_day
// Parameters: user, day: the id of a day. What was said on it.
MATCH (:Period {user_id: $user, id: $day})<-[:SAID_ON]-(t:Turn)
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq

// name: explore_turns
// Parameters: user, ids: of turns.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq

// name: sample_people
MATCH (e:Entity {user_id: $user})
RETURN e.name AS name, e.type AS type, e.mention_count AS mentions
ORDER BY mentions DESC, name
LIMIT 50

// name: sample_speakers
MATCH (t:Turn {user_id: $user})
RETURN t.speaker AS speaker, count(t) AS turns, min(t.said_at) AS first, max(t.said_at) AS last
ORDER BY turns DESC

// name: sample_ended
MATCH (f:Fact {user_id: $user})-[:SUBJECT]->(s:Entity)
WHERE f.invalid_at > f.valid_at
RETURN s.name AS subject, f.predicate AS predicate, coalesce(f.object_name, f.value) AS object,
       f.valid_at AS began, f.invalid_at AS ended
ORDER BY ended DESC
LIMIT 50

// name: sample_replaced
MATCH (newer:Fact {user_id: $user})-[:SUPERSEDES]->(older:Fact)
RETURN older.text AS before, newer.text AS after, newer.valid_at AS since
ORDER BY since DESC
LIMIT 50

// name: sample_relations
MATCH (a:Entity {user_id: $user})-[r:RELATES_TO]->(b:Entity)
WHERE r.invalid_at IS NULL
RETURN a, r, b
LIMIT 60

// name: sample_calendar
MATCH (d:Period {user_id: $user, grain: 'day'})-[p:PART_OF]->(w:Period)-[q:PART_OF]->(m:Period)
RETURN d, p, w, q, m
ORDER BY d.start DESC
LIMIT 40
