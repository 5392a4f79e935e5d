// Keys, indexes and the record of the versions that wrote the data. Every node except :Schema and :User belongs to
// one user.

// name: constrain_schema
CREATE CONSTRAINT schema_key IF NOT EXISTS FOR (n:Schema) REQUIRE n.id IS UNIQUE

// name: constrain_user
CREATE CONSTRAINT user_key IF NOT EXISTS FOR (n:User) REQUIRE n.id IS UNIQUE

// name: constrain_session
CREATE CONSTRAINT session_key IF NOT EXISTS FOR (n:Session) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_turn
CREATE CONSTRAINT turn_key IF NOT EXISTS FOR (n:Turn) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_entity
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_name
CREATE CONSTRAINT name_key IF NOT EXISTS FOR (n:Name) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_period
CREATE CONSTRAINT period_key IF NOT EXISTS FOR (n:Period) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_unread
CREATE CONSTRAINT unread_key IF NOT EXISTS FOR (n:Unread) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: index_turn_version
// An index that has seen version n asks for the turns of version n + 1, n + 2 … The version stands first, because
// the embedded database uses any index that begins with user_id for a look-up that names user_id.
CREATE INDEX turn_version IF NOT EXISTS FOR (n:Turn) ON (n.version, n.user_id)

// name: constrain_assertion
CREATE CONSTRAINT assertion_key IF NOT EXISTS FOR (n:Assertion) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_source
CREATE CONSTRAINT source_key IF NOT EXISTS FOR (n:Source) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_fact
CREATE CONSTRAINT fact_key IF NOT EXISTS FOR (n:Fact) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_merge
CREATE CONSTRAINT merge_key IF NOT EXISTS FOR (n:Merge) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_structure
CREATE CONSTRAINT structure_key IF NOT EXISTS FOR (n:Structure) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_memory
CREATE CONSTRAINT memory_key IF NOT EXISTS FOR (n:Memory) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_topic
CREATE CONSTRAINT topic_key IF NOT EXISTS FOR (n:Topic) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: constrain_persona
CREATE CONSTRAINT persona_key IF NOT EXISTS FOR (n:Persona) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: index_memory_window
CREATE INDEX memory_window IF NOT EXISTS FOR (n:Memory) ON (n.window, n.user_id)

// name: index_<label>_version
// for each label: Memory, Topic, Persona, Period, Fact
// Like turn_version: the nodes that an index hasn't seen yet.
CREATE INDEX <label>_version IF NOT EXISTS FOR (n:<label>) ON (n.version, n.user_id)

// name: index_assertion_group
// Everything that bears on one fact is looked up together; the group stands first, like the version above.
CREATE INDEX assertion_group IF NOT EXISTS FOR (n:Assertion) ON (n.group_key, n.user_id)

// name: index_fact_group
CREATE INDEX fact_group IF NOT EXISTS FOR (n:Fact) ON (n.group_key, n.user_id)

// name: drop_constraint_<key>
// for each key: schema, user, session, turn, entity, period, unread, assertion, source, fact, merge, structure, memory, topic, persona, usage, receipt, event, lease, name
// Used to rebuild the index of a key, which otherwise retains the keys of deleted nodes.
DROP CONSTRAINT <key>_key IF EXISTS

// name: drop_index_<name>
// for each name: turn_version, memory_window, Memory_version, Topic_version, Persona_version, Period_version, Fact_version, assertion_group, fact_group, user_due, user_forgotten
DROP INDEX <name> IF EXISTS

// name: read_schema
MATCH (s:Schema {id: 'chronomem'})
RETURN s.version AS version, s.embedder AS embedder, s.dimensions AS dimensions, s.next_embedder AS next_embedder,
       s.ontology AS ontology, s.work AS work

// name: write_schema
// Parameters: version, embedder, dimensions, now.
MERGE (s:Schema {id: 'chronomem'})
ON CREATE SET s.created_at = $now
SET s.version = $version, s.embedder = $embedder, s.dimensions = $dimensions

// name: write_ontology
// Parameters: ontology: its fingerprint, or "" for the packaged vocabulary.
MATCH (s:Schema {id: 'chronomem'})
SET s.ontology = $ontology


// name: constrain_lock
CREATE CONSTRAINT lock_key IF NOT EXISTS FOR (n:Lock) REQUIRE n.id IS UNIQUE

// name: show_running
SHOW TRANSACTIONS

// name: terminate
// Parameters: id, of a transaction.
TERMINATE TRANSACTIONS $id

// name: hold_lock
// Parameters: lock. Waits until no other transaction holds the lock; its transaction is rolled back in the end.
MERGE (l:Lock {id: $lock})
SET l.held = true

// name: index_of_user_<label>
// for each label: Turn, Session, Entity, Period, Unread, Assertion, Source, Fact, Merge, Structure, Memory, Topic, Persona, Usage, Receipt, Event, Lease, Name
CREATE INDEX of_user_<label> IF NOT EXISTS FOR (n:<label>) ON (n.user_id)

// name: await_indexes
CALL db.awaitIndexes(60)
