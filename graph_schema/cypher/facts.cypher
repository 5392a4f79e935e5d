// Assertions, which are only added and removed, and the facts derived from them. Every transaction that writes here
// first increments the user's version, so that nobody else writes for this user until it ends.

// name: find_assertions
// Parameters: user, keys: of groups.
UNWIND $keys AS key
MATCH (a:Assertion {user_id: $user, group_key: key})
RETURN a {.id, .subject, .predicate, .object, .object_name, .value, .text, .dating, .grain, .negated, .ended, .present,
          .confidence, .turn_id, .source, .extracted_by, .minor, .repeats, .refines, .contradicts, .details,
          .reason, .withdraws, .retracts, .seq, valid_from: toString(a.valid_from),
          valid_to: toString(a.valid_to), said_at: toString(a.said_at), created_at: toString(a.created_at),
          expires_at: toString(a.expires_at)} AS assertion

// name: find_assertions_about
// Parameters: user, ids: of entities. Returns the groups of all assertions that name them.
MATCH (a:Assertion {user_id: $user})
WHERE a.subject IN $ids OR a.object IN $ids
RETURN DISTINCT a.subject AS subject, a.predicate AS predicate

// name: when_said
// Parameters: user, ids: of turns. Returns those that exist, with the time of utterance as text.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN id, toString(t.said_at) AS said_at, t.seq AS seq

// name: find_stored_assertions
// Parameters: user, ids. Returns those that exist.
UNWIND $ids AS id
MATCH (a:Assertion {user_id: $user, id: id})
RETURN id

// name: create_assertions_of_turns
// Parameters: user, rows: {id, group_key, origin: id of the turn}. An assertion is created with its group, which is
// indexed: set later, it would have to be found among all of the user that lack one.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.origin})
CREATE (t)-[:ASSERTS]->(:Assertion {user_id: $user, id: r.id, group_key: r.group_key})

// name: create_assertions_of_sources
// Parameters: user, now, rows: {id, group_key, origin: id of the source}.
UNWIND $rows AS r
MERGE (s:Source {user_id: $user, id: r.origin})
ON CREATE SET s.created_at = $now
CREATE (:Assertion {user_id: $user, id: r.id, group_key: r.group_key})<-[:ASSERTS]-(s)

// name: fill_assertions
// Parameters: user, rows: {id, plain: properties, valid_from, valid_to, said_at, created_at, expires_at}, times as text.
UNWIND $rows AS r
MATCH (a:Assertion {user_id: $user, id: r.id})
SET a += r.plain, a.extracted_by = r.plain.extracted_by, a.valid_from = datetime(r.valid_from),
    a.valid_to = datetime(r.valid_to), a.said_at = datetime(r.said_at), a.created_at = datetime(r.created_at),
    a.expires_at = datetime(r.expires_at)

// name: find_facts_of_groups
// Parameters: user, keys: of groups. Returns the fields that are needed to detect changes.
UNWIND $keys AS key
MATCH (f:Fact {user_id: $user, group_key: key})
RETURN f.id AS id, f.subject AS subject, f.predicate AS predicate, f.object AS object, f.negated AS negated,
       f.fingerprint AS fingerprint, toString(f.valid_at) AS valid_at, toString(f.invalid_at) AS invalid_at,
       toString(f.expired_at) AS expired_at, f.confidence AS confidence, f.reinforcements AS reinforcements,
       COLLECT { MATCH (f)<-[:SUPPORTS]-(a:Assertion) RETURN a.id } AS supporters,
       COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: delete_facts
// Parameters: user, ids. Deletes facts together with their relations.
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)<-[r:RELATES_TO {fact_id: id}]-(:Entity)
DELETE r
DETACH DELETE f

// name: store_facts
// Parameters: user, version, rows: {id, plain: properties, and times as text}. Null removes a property.
UNWIND $rows AS r
MERGE (f:Fact {user_id: $user, id: r.id})
SET f += r.plain, f.version = $version, f.valid_at = datetime(r.valid_at), f.invalid_at = datetime(r.invalid_at),
    f.occurred_until = datetime(r.occurred_until), f.created_at = datetime(r.created_at),
    f.expired_at = datetime(r.expired_at), f.reinforced_at = datetime(r.reinforced_at)

// name: make_facts
// Parameters: user, version, rows: as above. Creates new facts, with their subjects.
UNWIND $rows AS r
MATCH (s:Entity {user_id: $user, id: r.plain.subject})
CREATE (f:Fact {user_id: $user, id: r.id, version: $version, group_key: r.plain.group_key})
SET f += r.plain, f.valid_at = datetime(r.valid_at), f.invalid_at = datetime(r.invalid_at),
    f.occurred_until = datetime(r.occurred_until), f.created_at = datetime(r.created_at),
    f.expired_at = datetime(r.expired_at), f.reinforced_at = datetime(r.reinforced_at)
CREATE (f)-[:SUBJECT]->(s)

// name: relate_objects
// Parameters: user, rows: {id, object}.
UNWIND $rows AS r
MATCH (f:Fact {user_id: $user, id: r.id})
MATCH (o:Entity {user_id: $user, id: r.object})
CREATE (f)-[:OBJECT]->(o)

// name: create_relations
// Parameters: user, rows: {id, subject, object, predicate}. Creates the relation between the entities of a fact.
UNWIND $rows AS r
MATCH (s:Entity {user_id: $user, id: r.subject})
MATCH (o:Entity {user_id: $user, id: r.object})
CREATE (s)-[:RELATES_TO {user_id: $user, fact_id: r.id, predicate: r.predicate}]->(o)

// name: time_relations
// Parameters: user, rows: {id, object, valid_at, invalid_at}.
UNWIND $rows AS r
MATCH (:Entity {user_id: $user, id: r.object})<-[e:RELATES_TO {fact_id: r.id}]-(:Entity)
SET e.valid_at = datetime(r.valid_at), e.invalid_at = datetime(r.invalid_at)

// name: add_supporters
// Parameters: user, pairs: {fact, other}.
UNWIND $pairs AS r
MATCH (f:Fact {user_id: $user, id: r.fact})
MATCH (a:Assertion {user_id: $user, id: r.other})
CREATE (a)-[:SUPPORTS]->(f)

// name: remove_supporters
// Parameters: user, pairs: {fact, other}.
UNWIND $pairs AS r
MATCH (f:Fact {user_id: $user, id: r.fact})<-[s:SUPPORTS]-(:Assertion {user_id: $user, id: r.other})
DELETE s

// name: add_superseded
// Parameters: user, pairs: {fact, other}.
UNWIND $pairs AS r
MATCH (f:Fact {user_id: $user, id: r.fact})
MATCH (o:Fact {user_id: $user, id: r.other})
CREATE (f)-[:SUPERSEDES]->(o)

// name: remove_superseded
// Parameters: user, pairs: {fact, other}.
UNWIND $pairs AS r
MATCH (f:Fact {user_id: $user, id: r.fact})-[s:SUPERSEDES]->(:Fact {user_id: $user, id: r.other})
DELETE s

// name: read_facts
// Parameters: user.
MATCH (f:Fact {user_id: $user})
RETURN f {.id, .subject, .predicate, .object, .object_name, .value, .text, .negated, .dated, .minor, .details,
          .confidence, .reinforcements, .turn_ids, .closed_by, .operator, .reason, .extracted_by,
          valid_at: toString(f.valid_at), invalid_at: toString(f.invalid_at), occurred_until: toString(f.occurred_until),
          created_at: toString(f.created_at), expired_at: toString(f.expired_at),
          reinforced_at: toString(f.reinforced_at)} AS fact,
       COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: read_facts_about
// Parameters: user, ids: of entities, as subject or object.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:SUBJECT|OBJECT]-(f:Fact)
WITH DISTINCT f
RETURN f {.id, .subject, .predicate, .object, .object_name, .value, .text, .negated, .dated, .minor, .details,
          .confidence, .reinforcements, .turn_ids, .closed_by, .operator, .reason, .extracted_by,
          valid_at: toString(f.valid_at), invalid_at: toString(f.invalid_at), occurred_until: toString(f.occurred_until),
          created_at: toString(f.created_at), expired_at: toString(f.expired_at),
          reinforced_at: toString(f.reinforced_at)} AS fact,
       COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: read_facts_by_id
// Parameters: user, ids. Returns those that exist.
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN f {.id, .subject, .predicate, .object, .object_name, .value, .text, .negated, .dated, .minor, .details,
          .confidence, .reinforcements, .turn_ids, .closed_by, .operator, .reason, .extracted_by,
          valid_at: toString(f.valid_at), invalid_at: toString(f.invalid_at), occurred_until: toString(f.occurred_until),
          created_at: toString(f.created_at), expired_at: toString(f.expired_at),
          reinforced_at: toString(f.reinforced_at)} AS fact,
       COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: read_supporters
// Parameters: user, id: of a fact. Returns the assertions that support it, with their origins.
MATCH (:Fact {user_id: $user, id: $id})<-[:SUPPORTS]-(a:Assertion)
RETURN a.id AS id, a.turn_id AS turn_id, a.source AS source, a.withdraws AS withdraws

// name: read_assertions
// Parameters: user, before. Returns every assertion that had been learned by then.
MATCH (a:Assertion {user_id: $user})
WHERE a.created_at <= $before
RETURN a {.id, .subject, .predicate, .object, .object_name, .value, .text, .dating, .grain, .negated, .ended, .present,
          .confidence, .turn_id, .source, .extracted_by, .minor, .repeats, .refines, .contradicts, .details,
          .reason, .withdraws, .retracts, .seq, valid_from: toString(a.valid_from),
          valid_to: toString(a.valid_to), said_at: toString(a.said_at), created_at: toString(a.created_at),
          expires_at: toString(a.expires_at)} AS assertion

// name: find_facts_unlike_relations
// Parameters: user, or null for all. Returns affirmed facts about two entities without exactly one matching
// relation, and relations without such a fact. Both lists are empty in a sound graph.
RETURN COLLECT {
         MATCH (f:Fact)
         WHERE ($user IS NULL OR f.user_id = $user) AND f.object IS NOT NULL AND NOT f.negated
           AND COUNT {
             MATCH (f)-[:SUBJECT]->(s:Entity)-[r:RELATES_TO]->(o:Entity)<-[:OBJECT]-(f)
             WHERE r.fact_id = f.id AND r.user_id = f.user_id AND r.predicate = f.predicate
               AND s.id = f.subject AND o.id = f.object
               AND (r.valid_at = f.valid_at OR (r.valid_at IS NULL AND f.valid_at IS NULL))
               AND (r.invalid_at = f.invalid_at OR (r.invalid_at IS NULL AND f.invalid_at IS NULL))
           } <> 1
         RETURN f.id
       } AS facts,
       COLLECT {
         MATCH (s:Entity)-[r:RELATES_TO]->(o:Entity)
         WHERE ($user IS NULL OR r.user_id = $user)
           AND NOT EXISTS {
             MATCH (s)<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(o)
             WHERE f.id = r.fact_id AND f.user_id = r.user_id AND NOT f.negated
           }
         RETURN r.fact_id
       } AS relations

// name: find_facts_of_turns
// Parameters: user, turns: ids, words: beginnings of words, in lower case. Returns the affirmed facts that these
// turns support, and the facts given without a turn whose sentence holds one of the words.
UNWIND $turns AS id
MATCH (:Turn {user_id: $user, id: id})-[:ASSERTS]->(:Assertion)-[:SUPPORTS]->(f:Fact)
WHERE NOT f.negated
RETURN f.id AS id, f.predicate AS predicate, f.text AS text, toString(f.valid_at) AS valid_at,
       toString(f.invalid_at) AS invalid_at, toString(f.occurred_until) AS occurred_until
UNION
MATCH (:Source {user_id: $user})-[:ASSERTS]->(:Assertion)-[:SUPPORTS]->(f:Fact)
WHERE NOT f.negated AND any(word IN $words WHERE toLower(f.text) CONTAINS word)
RETURN f.id AS id, f.predicate AS predicate, f.text AS text, toString(f.valid_at) AS valid_at,
       toString(f.invalid_at) AS invalid_at, toString(f.occurred_until) AS occurred_until

// name: list_groups_of_assertions
// Parameters: user. Returns the group that each assertion of the user is filed under.
MATCH (a:Assertion {user_id: $user})
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.group_key AS key

// name: list_groups_of_facts
// Parameters: user. Returns the group that each fact of the user is filed under.
MATCH (f:Fact {user_id: $user})
RETURN f.id AS id, f.subject AS subject, f.predicate AS predicate, f.group_key AS key

// name: regroup_assertions
// Parameters: user, rows: {id, key}. Files assertions under other groups.
UNWIND $rows AS r
MATCH (a:Assertion {user_id: $user, id: r.id})
SET a.group_key = r.key

// name: regroup_facts
// Parameters: user, rows: {id, key}. Files facts under other groups.
UNWIND $rows AS r
MATCH (f:Fact {user_id: $user, id: r.id})
SET f.group_key = r.key
