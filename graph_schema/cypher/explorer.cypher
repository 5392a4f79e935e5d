// Queries of the explorer, in addition to the methods of the memory, and the sample queries that it offers. All of
// them run on its read-only connection, as the owner's own queries do.

// name: explore_activity
// Parameters: user. Returns the days with turns in one row, as lists of id, number of turns, sessions and speakers. To read
// the times of the turns as well takes twice as long.
MATCH (d:Period {user_id: $user, grain: 'day'})<-[:SAID_ON]-(t:Turn)
WITH d.id AS day, count(t) AS turns, collect(DISTINCT t.session_id) AS sessions, collect(DISTINCT t.speaker) AS speakers
RETURN collect([day, turns, sessions, speakers]) AS days

// name: explore_summaries
// Parameters: user, grain. Returns the summaries of periods in one row, as pairs of id and text.
MATCH (p:Period {user_id: $user, grain: $grain})
WHERE p.summary IS NOT NULL
RETURN collect([p.id, p.summary]) AS summaries

// name: explore_day
// Parameters: user, day: the id of a day. Returns the turns of the day.
MATCH (:Period {user_id: $user, id: $day})<-[:SAID_ON]-(t:Turn)
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq

// name: explore_days
// Parameters: user, first, last: the ids of days. Returns the first 500 turns from one day to another.
MATCH (d:Period {user_id: $user, grain: 'day'})<-[:SAID_ON]-(t:Turn)
WHERE d.id >= $first AND d.id <= $last
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq
LIMIT 500

// name: explore_days_about
// Parameters: user, first, last: the ids of days, about: the id of an entity. Returns the first 500 turns from one day
// to another that mention the entity.
MATCH (:Entity {user_id: $user, id: $about})<-[:MENTIONS]-(t:Turn)-[:SAID_ON]->(d:Period)
WHERE d.id >= $first AND d.id <= $last
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq
LIMIT 500

// name: explore_turns
// Parameters: user, ids: of turns.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.speaker AS speaker, t.text AS text, t.said_at AS said_at
ORDER BY said_at, t.seq

// name: explore_span
// Parameters: user. Returns the times of the first and the last turn.
MATCH (s:Session {user_id: $user})
RETURN toString(min(s.started_at)) AS first, toString(max(s.ended_at)) AS last

// name: explore_facts
// Parameters: user, all: whether minor facts are included, minor: predicates whose facts are minor where no grade is
// stored. Returns the affirmed facts that held at any time, by subject, as
// lists of few fields: a long history has very many, and following their relations as well takes three times as
// long.
MATCH (f:Fact {user_id: $user})
WHERE NOT f.negated AND ($all OR NOT coalesce(f.minor, f.predicate IN $minor))
  AND (f.valid_at IS NULL OR f.invalid_at IS NULL OR f.invalid_at <> f.valid_at)
RETURN f.subject AS subject,
       collect([f.id, f.predicate, f.object, f.value, toString(f.valid_at), toString(f.invalid_at), f.dated,
                f.confidence]) AS facts

// name: explore_entities
// Parameters: user. Returns all entities in one row, as lists of id, name and type.
MATCH (e:Entity {user_id: $user})
RETURN collect([e.id, e.name, e.type]) AS entities

// name: explore_fact
// Parameters: user, id. Returns all that is known of a fact.
MATCH (f:Fact {user_id: $user, id: $id})
RETURN f.turn_ids AS turns, toString(f.created_at) AS created_at, toString(f.expired_at) AS expired_at,
       f.confidence AS confidence, f.reinforcements AS reinforcements

// name: explore_history
// Parameters: user, id. Returns all facts ever believed with the subject and the predicate group of a fact.
MATCH (f:Fact {user_id: $user, id: $id})
MATCH (g:Fact {user_id: $user, group_key: f.group_key})
OPTIONAL MATCH (g)-[:OBJECT]->(o:Entity)
RETURN g.id AS id, coalesce(o.name, g.value) AS says, g.negated AS negated, toString(g.valid_at) AS valid_at,
       toString(g.invalid_at) AS invalid_at, toString(g.expired_at) AS expired_at, g.operator AS operator,
       g.reason AS reason
ORDER BY g.valid_at, id

// name: explore_types
CALL db.relationshipTypes() YIELD relationshipType
RETURN collect(relationshipType) AS types

// name: explore_keys_<label>
// Parameters: user. Returns the properties of some nodes.
// for each label: Turn, Session, Entity, Period, Assertion, Fact, Memory, Topic, Persona, Structure, Usage, Event
MATCH (n:<label> {user_id: $user})
WITH n LIMIT 20
UNWIND keys(n) AS key
RETURN collect(DISTINCT key) AS keys

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
WHERE f.invalid_at > f.valid_at AND NOT coalesce(f.minor, false)
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
