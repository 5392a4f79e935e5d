// Transfer of all data of a user from one memory to another. A new kind of node or relation must be added to the
// lists below.

// name: export_user
// Parameters: user.
MATCH (u:User {id: $user})
RETURN properties(u) AS properties

// name: export_ids_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user.
MATCH (n:<label> {user_id: $user})
RETURN n.id AS id
ORDER BY id

// name: export_nodes_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (n:<label> {user_id: $user, id: id})
RETURN id, properties(n) AS properties

// name: export_relations_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user, ids. Returns the relations that start at these nodes.
UNWIND $ids AS id
MATCH (n:<label> {user_id: $user, id: id})-[r]->(m)
RETURN id, type(r) AS type, head(labels(m)) AS label, m.id AS to, properties(r) AS properties

// name: load_user
// Parameters: user, properties, mark. Returns the existing user, or creates it at version 0, where it stays until
// loading is complete.
MERGE (u:User {id: $user})
ON CREATE SET u = $properties, u.version = 0, u.loading = $mark
RETURN u.version AS version, u.epoch AS epoch, u.created_at AS created_at, u.loading AS loading

// name: finish_user
// Parameters: user, version. The versions of concurrent writes are added on top. Workers look at the user at once.
MATCH (u:User {id: $user})
SET u.version = u.version + $version, u.due_at = 0
REMOVE u.loading

// name: reload_nodes_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user, rows: {id, properties}. Returns the ids of the nodes that an earlier, interrupted load has created.
UNWIND $rows AS r
MATCH (n:<label> {user_id: $user, id: r.id})
SET n = r.properties
RETURN n.id AS id

// name: load_nodes_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user, rows: {id, properties}. Creates nodes with all that some index holds: a value that is set later first
// has to be found among all of the user that lack it.
UNWIND $rows AS r
CREATE (n:<label> {user_id: $user, id: r.id, version: r.properties.version, group_key: r.properties.group_key,
                   window: r.properties.window})
SET n = r.properties

// name: unload_relations_<label>
// for each label: Session, Turn, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event
// Parameters: user, ids. Deletes the relations of an earlier, interrupted load.
UNWIND $ids AS id
MATCH (:<label> {user_id: $user, id: id})-[r]->()
DELETE r

// name: load_relation_<from>_<type>_<to>
// for each from type to: Turn SAID_ON Period, Turn IN_SESSION Session, Turn SPOKEN_BY Entity, Turn NEXT Turn, Turn OCCURRED_ON Period, Period PART_OF Period, Turn MENTIONS Entity, Turn ASSERTS Assertion, Source ASSERTS Assertion, Assertion SUPPORTS Fact, Fact SUPERSEDES Fact, Fact SUBJECT Entity, Fact OBJECT Entity, Entity RELATES_TO Entity, Entity MAYBE_SAME Entity, Entity MERGED_INTO Entity, Memory SUMMARISES Turn, Memory SUMMARISES Memory, Memory RESEMBLES Memory, Memory WITHIN Period, Period SUMMARISES Turn, Period SUMMARISES Period, Topic COVERS Entity, Topic DRAWN_FROM Turn, Topic WITHIN Period, Persona OF Topic, Persona DRAWN_FROM Turn, Persona WITHIN Period, Entity ACTIVE_IN Period
// Parameters: user, rows: {from, to, properties}. Returns the number of relations created.
UNWIND $rows AS row
MATCH (a:<from> {user_id: $user, id: row.from})
MATCH (b:<to> {user_id: $user, id: row.to})
CREATE (a)-[r:<type>]->(b)
SET r = row.properties
RETURN count(r) AS made

// name: timeline
// Parameters: user, grain, since, until (either may be null). Returns the periods that overlap the interval.
MATCH (p:Period {user_id: $user})
WHERE p.grain = $grain AND ($since IS NULL OR p.end > $since) AND ($until IS NULL OR p.start < $until)
MATCH (p)<-[:PART_OF*0..3]-(:Period)<-[:SAID_ON]-(t:Turn)
RETURN p.id AS id, p.grain AS grain, p.start AS start, p.end AS end, count(t) AS turns,
       count(DISTINCT t.session_id) AS sessions, collect(DISTINCT t.speaker) AS speakers,
       min(t.said_at) AS first, max(t.said_at) AS last, p.summary AS summary, p.extractive AS extractive,
       p.summarised_at AS summarised_at
ORDER BY start
