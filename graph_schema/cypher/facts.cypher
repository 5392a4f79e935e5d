// Assertions, which are only ever added and taken away, and the facts that are drawn from them. Whoever writes here
// has counted up the user's version first, so that nobody else writes for this user until the transaction ends.

// name: find_assertions
// Parameters: user, keys: of groups.
UNWIND $keys AS key
MATCH (a:Assertion {user_id: $user, group_key: key})
RETURN properties(a) AS assertion

// name: find_assertions_about
// Parameters: user, ids: of entities. Returns the groups of all assertions that name them.
MATCH (a:Assertion {user_id: $user})
WHERE a.subject IN $ids OR a.object IN $ids
RETURN DISTINCT a.subject AS subject, a.predicate AS predicate

// name: store_assertions
// Parameters: user, rows: properties.
UNWIND $rows AS r
MERGE (a:Assertion {user_id: $user, id: r.id})
SET a += r

// name: link_to_turns
// Parameters: user, rows: {id, turn}.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (a:Assertion {user_id: $user, id: r.id})
MERGE (t)-[:ASSERTS]->(a)

// name: link_to_sources
// Parameters: user, now, rows: {id, source}.
UNWIND $rows AS r
MERGE (s:Source {user_id: $user, id: r.source})
ON CREATE SET s.created_at = $now
WITH s, r
MATCH (a:Assertion {user_id: $user, id: r.id})
MERGE (s)-[:ASSERTS]->(a)

// name: find_facts_of_groups
// Parameters: user, keys: of groups.
UNWIND $keys AS key
MATCH (f:Fact {user_id: $user, group_key: key})
RETURN properties(f) AS fact,
       COLLECT { MATCH (f)<-[:SUPPORTS]-(a:Assertion) RETURN a.id } AS supporters,
       COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: delete_facts
// Parameters: user, ids. Takes facts away with the relations that say the same.
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)<-[r:RELATES_TO {fact_id: id}]-(:Entity)
DELETE r
DETACH DELETE f

// name: store_facts
// Parameters: user, version, rows: {id, properties}. Properties that are null are taken away.
UNWIND $rows AS r
MERGE (f:Fact {user_id: $user, id: r.id})
SET f += r.properties, f.version = $version

// name: relate_facts
// Parameters: user, rows: {id, subject}.
UNWIND $rows AS r
MATCH (f:Fact {user_id: $user, id: r.id})
MATCH (s:Entity {user_id: $user, id: r.subject})
CREATE (f)-[:SUBJECT]->(s)

// name: relate_objects
// Parameters: user, rows: {id, object}.
UNWIND $rows AS r
MATCH (f:Fact {user_id: $user, id: r.id})
MATCH (o:Entity {user_id: $user, id: r.object})
CREATE (f)-[:OBJECT]->(o)

// name: create_relations
// Parameters: user, rows: {id, subject, object, predicate}. The relation that says what a fact says.
UNWIND $rows AS r
MATCH (s:Entity {user_id: $user, id: r.subject})
MATCH (o:Entity {user_id: $user, id: r.object})
CREATE (s)-[:RELATES_TO {user_id: $user, fact_id: r.id, predicate: r.predicate}]->(o)

// name: time_relations
// Parameters: user, rows: {id, object, valid_at, invalid_at}.
UNWIND $rows AS r
MATCH (:Entity {user_id: $user, id: r.object})<-[e:RELATES_TO {fact_id: r.id}]-(:Entity)
SET e.valid_at = r.valid_at, e.invalid_at = r.invalid_at

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
RETURN properties(f) AS fact, COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: read_facts_about
// Parameters: user, ids: of entities, as subject or object.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:SUBJECT|OBJECT]-(f:Fact)
WITH DISTINCT f
RETURN properties(f) AS fact, COLLECT { MATCH (f)-[:SUPERSEDES]->(o:Fact) RETURN o.id } AS supersedes

// name: read_assertions
// Parameters: user, before. Everything that had been learned by then.
MATCH (a:Assertion {user_id: $user})
WHERE a.created_at <= $before
RETURN properties(a) AS assertion

// name: count_facts_unlike_relations
// Parameters: user, or null for all. Affirmed facts about two entities without exactly one relation that says the
// same, and relations without such a fact. Both lists are empty in a sound graph.
RETURN COLLECT {
         MATCH (f:Fact)
         WHERE ($user IS NULL OR f.user_id = $user) AND f.object IS NOT NULL AND NOT f.negated
         OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)-[r:RELATES_TO {fact_id: f.id}]->(o:Entity)<-[:OBJECT]-(f)
         WITH f, collect(r) AS found
         WITH f, [r IN found WHERE r.predicate = f.predicate AND r.user_id = f.user_id
                  AND (r.valid_at = f.valid_at OR (r.valid_at IS NULL AND f.valid_at IS NULL))
                  AND (r.invalid_at = f.invalid_at OR (r.invalid_at IS NULL AND f.invalid_at IS NULL))] AS same,
              found
         WHERE size(found) <> 1 OR size(same) <> 1
         RETURN f.id
       } AS facts,
       COLLECT {
         MATCH (s:Entity)-[r:RELATES_TO]->(o:Entity)
         WHERE ($user IS NULL OR r.user_id = $user)
           AND NOT EXISTS { MATCH (s)<-[:SUBJECT]-(f:Fact {id: r.fact_id})-[:OBJECT]->(o) WHERE NOT f.negated }
         RETURN r.fact_id
       } AS relations
