// Deletion of turns and sources, and of their assertions.

// name: begin_epoch
// Parameters: user, now. Like begin_version, for deletions: the indexes of this user are loaded anew.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.version = u.version + 1, u.epoch = u.epoch + 1, u.memory_epoch = coalesce(u.memory_epoch, 0) + 1
WITH u
SET u.touched = u.version, u.due_at = CASE WHEN u.due_at < $now THEN u.due_at ELSE $now END
WITH u
OPTIONAL MATCH (s:Schema {id: 'chronomem'})
RETURN u.version AS version, u.embedder AS embedder, s.ontology AS ontology

// name: find_said
// Parameters: user, ids: of turns. Returns their assertions.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:ASSERTS]->(a:Assertion)
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object

// name: find_extracted
// Parameters: user, ids: of turns, by: extractors. Returns the assertions that these extracted from the turns.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:ASSERTS]->(a:Assertion)
WHERE a.extracted_by IN $by
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object

// name: find_sourced
// Parameters: user, source. Returns its assertions.
MATCH (:Source {user_id: $user, id: $source})-[:ASSERTS]->(a:Assertion)
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object

// name: find_corrections
// Parameters: user, source: the operator's, origins: of what is forgotten. Returns the corrections of facts that came
// from them, with the origins that they have left.
MATCH (:Source {user_id: $user, id: $source})-[:ASSERTS]->(a:Assertion)
WHERE any(origin IN a.withdraws WHERE origin IN $origins)
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object,
       [origin IN a.withdraws WHERE NOT origin IN $origins] AS left

// name: set_withdraws
// Parameters: user, rows: {id, left}.
UNWIND $rows AS r
MATCH (a:Assertion {user_id: $user, id: r.id})
SET a.withdraws = r.left

// name: delete_assertions
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (a:Assertion {user_id: $user, id: id})
DETACH DELETE a

// name: delete_source
// Parameters: user, source.
MATCH (s:Source {user_id: $user, id: $source})
DETACH DELETE s

// name: find_places_of_turns
// Parameters: user, ids. Returns the sessions and days of the turns, and their speakers.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:SPOKEN_BY]->(e:Entity)
MATCH (t)-[:IN_SESSION]->(s:Session)
RETURN t.id AS id, t.session_id AS session, e.id AS speaker, toString(s.started_at) AS session_from,
       coalesce(t.added, t.version) AS added

// name: delete_turns
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
DETACH DELETE t

// name: count_mentions_down
// Parameters: user, rows: {id, turns}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
SET e.mention_count = e.mention_count - r.turns

// name: span_session
// Parameters: user, session. Sets its start and end to those of its remaining turns.
MATCH (s:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(t:Turn)
WITH s, min(t.said_at) AS first, max(t.said_at) AS last
SET s.started_at = first, s.ended_at = last

// name: set_speakers
// Parameters: user, session, speakers: the names of those who still speak in it.
MATCH (s:Session {user_id: $user, id: $session})
SET s.speakers = $speakers

// name: delete_session
// Parameters: user, session.
MATCH (s:Session {user_id: $user, id: $session})
DETACH DELETE s

// name: find_needed
// Parameters: user, ids: of entities. Returns those that assertions name, with the first and the last time, and whether
// some were given by a caller.
MATCH (a:Assertion {user_id: $user})
WHERE a.subject IN $ids OR a.object IN $ids
UNWIND [a.subject, a.object] AS id
WITH id, a
WHERE id IN $ids
RETURN id, toString(min(a.said_at)) AS first, toString(max(a.said_at)) AS last,
       max(CASE WHEN a.extracted_by IS NULL THEN 1 ELSE 0 END) = 1 AS given

// name: date_entities
// Parameters: user, rows: {id, first, last, given}, times as text: the first and the last time that an assertion names
// each, or null, and whether a caller gave one. Sets when each was seen first and last, in turns as well.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
OPTIONAL MATCH (e)<-[:SPOKEN_BY|MENTIONS]-(t:Turn)
WITH e, r, datetime(r.first) AS first, datetime(r.last) AS last, min(t.said_at) AS since, max(t.said_at) AS until
SET e.given_type = CASE WHEN r.given THEN e.given_type ELSE null END,
    e.first_seen = CASE WHEN first IS NULL OR since < first THEN since ELSE first END,
    e.last_seen = CASE WHEN last IS NULL OR until > last THEN until ELSE last END

// name: delete_entities
// Parameters: user, ids. Deletes those that nothing mentions, and into which no other was merged.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE NOT EXISTS { MATCH (e)<-[:SPOKEN_BY|MENTIONS|SUBJECT|OBJECT]-() }
  AND NOT EXISTS { MATCH (e)-[:MERGED_INTO]-(:Entity) }
WITH e, id, e.name AS name
DETACH DELETE e
RETURN id, name

// name: delete_empty_periods
// Parameters: user. Deletes the periods to which nothing leads any more; a containing period may become empty only
// then.
MATCH (p:Period {user_id: $user})
WHERE NOT EXISTS { (p)<-[:SAID_ON|OCCURRED_ON|PART_OF|WITHIN]-() }
DETACH DELETE p
RETURN count(*) AS gone

// name: hide_user
// Parameters: user. From now on nobody finds the user, and nobody writes for it; the remaining data is deleted in
// batches.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.forgotten = true, u.version = u.version + 1, u.epoch = u.epoch + 1
RETURN u.id AS user

// name: index_user_forgotten
// It holds only those users whose erasure has begun.
CREATE INDEX user_forgotten IF NOT EXISTS FOR (n:User) ON (n.forgotten)

// name: find_hidden_users
MATCH (u:User)
WHERE u.forgotten = true
RETURN u.id AS user

// name: begin_erasing
// Parameters: user. Locks out others who delete the same user; returns nothing if they have finished.
MATCH (u:User {id: $user})
WHERE u.forgotten
SET u.version = u.version + 1
RETURN u.version AS version

// name: erase_<label>
// for each label: Turn, Assertion, Fact, Memory, Topic, Persona, Source, Session, Unread, Lease, Structure, Usage, Receipt, Event, Merge, Name, Entity, Period
// Parameters: user, limit. The labels are in order of erasure: nodes with few relations come first.
MATCH (n:<label> {user_id: $user})
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS gone

// name: delete_user
// Parameters: user. The last step.
MATCH (u:User {id: $user})
WHERE u.forgotten
DELETE u

// name: find_name_origins
// Parameters: user, ids. Returns from which turn each entity has its name, and whether it speaks.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN id, e.named_in AS named_in, EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) } AS speaks

// name: list_name_origins
// Parameters: user. Like find_name_origins, for all entities, with their names.
MATCH (e:Entity {user_id: $user})
RETURN e.id AS id, e.name AS name, coalesce(e.names, []) AS names, e.named_in AS named_in,
       EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) } AS speaks

// name: find_named_first
// Parameters: user, ids: of turns. Returns the entities that have their names from them.
MATCH (e:Entity {user_id: $user})
WHERE e.named_in IN $ids
RETURN e.id AS id

// name: find_given_entities
// Parameters: user. Returns the entities that a caller named in a fact, or an older version extracted.
MATCH (a:Assertion {user_id: $user})
WHERE a.extracted_by IS NULL
UNWIND [a.subject, a.object] AS id
WITH id
WHERE id IS NOT NULL
RETURN DISTINCT id

// name: find_turns_naming
// Parameters: user, ids: of entities. Returns the turns in which the pipeline found one of them.
UNWIND $ids AS entity
MATCH (:Entity {user_id: $user, id: entity})<-[m:MENTIONS]-(t:Turn)
WHERE coalesce(m.extracted_by, 'pipeline') = 'pipeline'
RETURN t.id AS id, toString(t.said_at) AS said_at
UNION
MATCH (a:Assertion {user_id: $user})
WHERE a.extracted_by = 'pipeline' AND (a.subject IN $ids OR a.object IN $ids)
MATCH (t:Turn {user_id: $user, id: a.turn_id})
RETURN t.id AS id, toString(t.said_at) AS said_at

// name: find_names
// Parameters: user, ids: of entities. Returns by which names the turns that mention each call it, and since when.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[m:MENTIONS]-(t:Turn)
RETURN id, coalesce(m.names, []) AS names, toString(min(t.said_at)) AS since

// name: set_names
// Parameters: user, rows: {id, names}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
SET e.names = r.names
