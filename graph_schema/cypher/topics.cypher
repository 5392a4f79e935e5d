// Topics and personas of each month, and the entities that a month mentions.

// name: read_times_of_turns
// Parameters: user, least: weight of a time that counts. Returns of all turns when they were said, and the times of up to
// a month that they name.
MATCH (t:Turn {user_id: $user})
RETURN toString(t.said_at) AS said_at,
       COLLECT { MATCH (t)-[o:OCCURRED_ON]->(p:Period) WHERE p.grain <> 'year' AND o.weight >= $least AND o.start IS NOT NULL
                 RETURN toString(o.start) } AS times

// name: read_times_of_new_turns
// Parameters: user, versions, and as for read_times_of_turns. Returns the same of the turns that were stored, or
// extracted from, at these versions.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})
RETURN toString(t.said_at) AS said_at,
       COLLECT { MATCH (t)-[o:OCCURRED_ON]->(p:Period) WHERE p.grain <> 'year' AND o.weight >= $least AND o.start IS NOT NULL
                 RETURN toString(o.start) } AS times

// name: read_noted_months
// Parameters: user. Returns what the structure notes of months, as JSON.
MATCH (s:Structure {user_id: $user, id: 'topics'})
RETURN s.state AS state

// name: find_periods
// Parameters: user, ids. Returns the periods that are in the calendar tree.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
RETURN id

// name: note_months
// Parameters: user, state.
MATCH (s:Structure {user_id: $user, id: 'topics'})
SET s.state = $state

// name: find_topic_months
// Parameters: user. Returns the months that have topics, and whether some of these lost their text.
MATCH (n:Topic {user_id: $user})
RETURN n.month AS month, max(CASE WHEN n.dirty THEN 1 ELSE 0 END) = 1 AS blanked

// name: find_extractive_months
// Parameters: user. Returns the months that have a topic or persona taken from turns.
MATCH (n:Topic|Persona {user_id: $user})
WHERE n.extractive
RETURN DISTINCT n.month AS month

// name: find_turns_of_month
// Parameters: user, id. Returns the turns that were said in a month, or that name a time in it.
MATCH (:Period {user_id: $user, id: $id})<-[:PART_OF*2]-(:Period)<-[:SAID_ON]-(t:Turn)
RETURN t.id AS id
UNION
MATCH (:Period {user_id: $user, id: $id})<-[:PART_OF*0..2]-(:Period)<-[:OCCURRED_ON]-(t:Turn)
RETURN t.id AS id

// name: read_turns_of_month
// Parameters: user, ids, and as for read_times_of_turns. Returns turns in order of time, with their times.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:SPOKEN_BY]->(e:Entity)
RETURN t.id AS id, t.text AS text, t.role AS role, t.speaker AS name, e.id AS speaker, t.seq AS seq,
       t.embedding AS embedding, toString(t.said_at) AS said_at,
       COLLECT { MATCH (t)-[o:OCCURRED_ON]->(p:Period) WHERE p.grain <> 'year' AND o.weight >= $least AND o.start IS NOT NULL
                 RETURN toString(o.start) } AS times
ORDER BY t.said_at, seq, id

// name: read_mentions_of_month
// Parameters: user, ids: of turns.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:MENTIONS]->(e:Entity)
RETURN t.id AS turn, e.id AS entity, e.name AS name
ORDER BY entity

// name: read_facts_of_month
// Parameters: user, ids: of turns, minor: predicates whose facts are minor where no grade is stored. Returns the facts
// that turns support and that are not minor.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:ASSERTS]->(a:Assertion)-[:SUPPORTS]->(f:Fact)
WHERE NOT coalesce(f.minor, f.predicate IN $minor)
RETURN t.id AS turn, f.text AS text, toString(f.valid_at) AS valid_at, toString(t.said_at) AS said_at
ORDER BY turn, text

// name: delete_topics
// Parameters: user, month. Runs in a transaction that began with begin_shedding.
MATCH (p:Period {user_id: $user, id: $month})<-[:WITHIN]-(n)
WHERE n:Topic OR n:Persona
DETACH DELETE n

// name: store_topics
// Parameters: user, month, version, rows: {id, name, things, summary, embedding, extractive, ordinal, start, end}.
MATCH (p:Period {user_id: $user, id: $month})
UNWIND $rows AS r
MERGE (n:Topic {user_id: $user, id: r.id})
SET n.month = r.month, n.name = r.name, n.things = r.things, n.summary = r.summary, n.embedding = r.embedding,
    n.next_embedding = null, n.extractive = r.extractive, n.ordinal = r.ordinal, n.start = datetime(r.start), n.end = datetime(r.end),
    n.dirty = false, n.version = $version
MERGE (n)-[:WITHIN]->(p)

// name: cover_entities
// Parameters: user, rows: {id, of}.
UNWIND $rows AS r
MATCH (n:Topic {user_id: $user, id: r.id})
MATCH (e:Entity {user_id: $user, id: r.of})
MERGE (n)-[:COVERS]->(e)

// name: draw_topics
// Parameters: user, rows: {id, of}. Links a topic to the turns that mention the entities it covers.
UNWIND $rows AS r
MATCH (n:Topic {user_id: $user, id: r.id})
MATCH (t:Turn {user_id: $user, id: r.of})
MERGE (n)-[:DRAWN_FROM]->(t)

// name: store_personas
// Parameters: user, month, version, rows: {id, topic, name, summary, embedding, extractive, ordinal, start, end}.
MATCH (p:Period {user_id: $user, id: $month})
UNWIND $rows AS r
MATCH (o:Topic {user_id: $user, id: r.topic})
MERGE (n:Persona {user_id: $user, id: r.id})
SET n.month = r.month, n.name = r.name, n.summary = r.summary, n.embedding = r.embedding,
    n.next_embedding = null, n.extractive = r.extractive, n.ordinal = r.ordinal, n.start = datetime(r.start), n.end = datetime(r.end),
    n.dirty = false, n.version = $version
MERGE (n)-[:OF]->(o)
MERGE (n)-[:WITHIN]->(p)

// name: draw_personas
// Parameters: user, rows: {id, of}.
UNWIND $rows AS r
MATCH (n:Persona {user_id: $user, id: r.id})
MATCH (t:Turn {user_id: $user, id: r.of})
MERGE (n)-[:DRAWN_FROM]->(t)

// name: unlink_active
// Parameters: user, month.
MATCH (:Period {user_id: $user, id: $month})<-[a:ACTIVE_IN]-(:Entity)
DELETE a

// name: link_active
// Parameters: user, month, rows: {entity, mentions: number of turns of the month}.
MATCH (p:Period {user_id: $user, id: $month})
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.entity})
CREATE (e)-[:ACTIVE_IN {mentions: r.mentions}]->(p)

// name: blank_<label>
// for each label: Topic, Persona
// Parameters: user, ids: of turns. Deletes the text of topics or personas that were derived from forgotten turns.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})<-[:DRAWN_FROM]-(n:<label>)
SET n.name = null, n.summary = null, n.things = null, n.embedding = null, n.next_embedding = null, n.dirty = true

// name: delete_unfounded_<label>
// for each label: Topic, Persona
// Parameters: user. Deletes those that lost their text and every turn from which they were made.
MATCH (n:<label> {user_id: $user})
WHERE n.dirty AND NOT EXISTS { (n)-[:DRAWN_FROM]->(:Turn) }
DETACH DELETE n

// name: read_topics
// Parameters: user, month (or null).
MATCH (n:Topic {user_id: $user})
WHERE NOT n.dirty AND ($month IS NULL OR n.month = $month)
RETURN n.id AS id, n.month AS month, toString(n.start) AS start, toString(n.end) AS end, n.name AS name,
       n.things AS things, n.summary AS summary, n.extractive AS extractive, n.ordinal AS ordinal,
       COLLECT { MATCH (n)-[:COVERS]->(e:Entity) RETURN e.name } AS entities,
       COLLECT { MATCH (n)-[:DRAWN_FROM]->(t:Turn) RETURN t.id } AS turn_ids
ORDER BY month, ordinal

// name: read_personas
// Parameters: user, month (or null).
MATCH (n:Persona {user_id: $user})
WHERE NOT n.dirty AND ($month IS NULL OR n.month = $month)
RETURN n.id AS id, n.month AS month, toString(n.start) AS start, toString(n.end) AS end, n.name AS name,
       n.summary AS summary, n.extractive AS extractive, n.ordinal AS ordinal,
       COLLECT { MATCH (n)-[:OF]->(o:Topic) RETURN o.id } AS topics,
       COLLECT { MATCH (n)-[:DRAWN_FROM]->(t:Turn) RETURN t.id } AS turn_ids
ORDER BY month, ordinal
