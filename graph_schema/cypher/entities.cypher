// Entities by name, and their merges.

// name: find_entities
// Parameters: user, ids. Returns those that exist.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases, e.mention_count AS mention_count,
       toString(e.first_seen) AS first_seen, toString(e.last_seen) AS last_seen, e.summary AS summary, e.recent AS recent

// name: store_entities
// Parameters: user, rows: {id, name, named_in: the turn from which the name was extracted, type, given, first, last};
// first and last are times of mentions, as text. A type that was given by a caller stays. Returns those that can't be
// looked up by name yet.
UNWIND $rows AS r
WITH r, datetime(r.first) AS first, datetime(r.last) AS last
MERGE (e:Entity {user_id: $user, id: r.id})
ON CREATE SET e.name = r.name, e.named_in = r.named_in, e.type = r.type, e.aliases = [], e.mention_count = 0,
              e.first_seen = first, e.last_seen = last
SET e.type = CASE WHEN e.type = 'other' THEN r.type ELSE e.type END,
    e.given_type = coalesce(e.given_type, r.given),
    e.first_seen = CASE WHEN e.first_seen <= first THEN e.first_seen ELSE first END,
    e.last_seen = CASE WHEN e.last_seen >= last THEN e.last_seen ELSE last END
WITH e
WHERE e.keyed IS NULL
RETURN e.id AS id, e.name AS name

// name: list_unkeyed
// Parameters: user, limit. Returns entities that can't be looked up by name yet.
MATCH (e:Entity {user_id: $user})
WHERE e.keyed IS NULL
RETURN e.id AS id, e.name AS name
LIMIT $limit

// name: store_keys
// Parameters: user, rows: {key, entities: each as the name that is compared, a tab, and the id}. Enters entities under keys of
// their names; `:Name` is an index that the memory keeps itself, since neither database has one of the words of a property.
UNWIND $rows AS r
MERGE (n:Name {user_id: $user, id: r.key})
WITH n, r
UNWIND coalesce(n.entities, []) + r.entities AS entity
WITH DISTINCT n, entity ORDER BY entity
WITH n, collect(entity) AS entities
SET n.entities = entities

// name: mark_keyed
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
SET e.keyed = true

// name: drop_keys
// Parameters: user, rows: {key, entities}.
UNWIND $rows AS r
MATCH (n:Name {user_id: $user, id: r.key})
SET n.entities = [entity IN n.entities WHERE NOT entity IN r.entities]
WITH n
WHERE size(n.entities) = 0
DELETE n

// name: find_keyed
// Parameters: user, keys. Returns the entities under each of the keys, as they were entered.
UNWIND $keys AS key
MATCH (n:Name {user_id: $user, id: key})
RETURN key, n.entities AS entities

// name: find_owned
// Parameters: user, ids, owners: names such as "Ann's ". Returns those of the entities that are named as an owner's: "Ann's
// sister".
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE any(owner IN $owners WHERE e.name STARTS WITH owner)
RETURN id

// name: read_merges
// Parameters: user. A merge was told by turns, or made by a caller.
MATCH (m:Merge {user_id: $user})
RETURN m.id AS id, m.into AS into, coalesce(m.told, false) AS told

// name: store_merge
// Parameters: user, id, into, now: null where turns told it, told. The merged entity stays, with its mentions.
MATCH (a:Entity {user_id: $user, id: $id})
MATCH (b:Entity {user_id: $user, id: $into})
MERGE (m:Merge {user_id: $user, id: $id})
SET m.into = $into, m.at = $now, m.told = $told
MERGE (a)-[:MERGED_INTO]->(b)

// name: delete_merge
// Parameters: user, id.
MATCH (m:Merge {user_id: $user, id: $id})
MATCH (:Entity {user_id: $user, id: $id})-[r:MERGED_INTO]->(:Entity)
DELETE r
DELETE m

// name: keep_apart
// Parameters: user, id, into. Whatever turns say, the two are not merged again.
MATCH (a:Entity {user_id: $user, id: $id})-[m:MAYBE_SAME]-(b:Entity {user_id: $user, id: $into})
SET m.apart = true

// name: set_aliases
// Parameters: user, id, aliases.
MATCH (e:Entity {user_id: $user, id: $id})
SET e.aliases = $aliases
