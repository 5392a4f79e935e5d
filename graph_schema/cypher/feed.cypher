// The change feed: one event per transaction that stores or forgets turns, changes facts or merges entities. Events hold
// no words: the reader looks up those that are still there. What was summarised is read from the summaries themselves.

// name: constrain_event
CREATE CONSTRAINT event_key IF NOT EXISTS FOR (n:Event) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: begin_feeds
// The feed of a user whose data an earlier version wrote begins at the present version.
MATCH (u:User)
WHERE u.feed_from IS NULL
SET u.feed_from = u.version

// name: store_event
// Parameters: user, id, version, changes: JSON, details: JSON or null, turns: ids, forgotten: hashes of ids.
MERGE (e:Event {user_id: $user, id: $id})
SET e.version = $version, e.changes = $changes, e.details = $details, e.turns = $turns, e.forgotten = $forgotten

// name: blank_events
// Parameters: user, version. Deletes the times and counts of facts in all events before a version.
MATCH (e:Event {user_id: $user})
WHERE e.version < $version AND e.details IS NOT NULL
SET e.details = null

// name: take_from_events
// Parameters: user, rows: {id: of the event that tells of turns, turns: ids}.
UNWIND $rows AS r
MATCH (e:Event {user_id: $user, id: r.id})
SET e.turns = [turn IN e.turns WHERE NOT turn IN r.turns]

// name: read_events
// Parameters: user, after, until: ids of events, limit. Returns events in order.
MATCH (e:Event {user_id: $user})
WHERE e.id > $after AND e.id <= $until
RETURN e.version AS version, e.changes AS changes, e.details AS details, e.turns AS turns, e.forgotten AS forgotten
ORDER BY version
LIMIT $limit

// name: read_new_summaries
// Parameters: user, versions. Returns the memories and periods that were summarised last in these versions.
UNWIND $versions AS version
MATCH (m:Memory {user_id: $user, version: version})
WHERE m.text IS NOT NULL
RETURN version, m.id AS id, m.kind AS kind
UNION
UNWIND $versions AS version
MATCH (p:Period {user_id: $user, version: version})
WHERE p.summary IS NOT NULL
RETURN version, p.id AS id, p.grain AS kind

// name: prune_events
// Parameters: user, before: a version. Deletes the events up to it, and notes that the feed begins after it.
MATCH (u:User {id: $user})
SET u.feed_from = $before
WITH u
MATCH (e:Event {user_id: $user})
WHERE e.version <= $before
DELETE e
