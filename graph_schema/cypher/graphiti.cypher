// Queries of a graph made by Graphiti, for moving it here. Times are returned as text, however they were stored.

// name: graphiti_episodes
// Parameters: after (a uuid), limit. Returns episodes in the order of their uuids, in batches.
MATCH (e:Episodic)
WHERE e.uuid > $after
RETURN e.uuid AS uuid, e.group_id AS group_id, e.source AS source, e.content AS content,
       toString(e.valid_at) AS valid_at, toString(e.created_at) AS created_at
ORDER BY uuid LIMIT $limit

// name: graphiti_facts
// Parameters: after (a uuid), limit. Like graphiti_episodes, for facts.
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity)
WHERE r.uuid > $after
RETURN r.uuid AS uuid, r.group_id AS group_id, r.name AS name, r.fact AS fact, r.episodes AS episodes,
       toString(r.valid_at) AS valid_at, toString(r.invalid_at) AS invalid_at, toString(r.expired_at) AS expired_at,
       toString(r.reference_time) AS reference_time, toString(r.created_at) AS created_at,
       a.name AS subject, labels(a) AS subject_labels, b.name AS object, labels(b) AS object_labels
ORDER BY uuid LIMIT $limit
