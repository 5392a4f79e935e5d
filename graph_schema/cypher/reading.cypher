// The queue of what was stored and not yet read, and what reading writes. One :Unread holds some turns of one
// transaction; it is deleted by the transaction that writes what was read in them, so nothing is read by halves.

// name: queue_turns
// Parameters: user, pieces: {id, turns: their ids}, now.
UNWIND $pieces AS r
CREATE (q:Unread {user_id: $user, id: r.id, turns: r.turns, queued_at: $now})

// name: queue_all_turns
// Parameters: at_once: how many turns an entry holds at the most. Whoever was stored, read or not, is to be read; run
// twice it leaves the same queue.
MATCH (t:Turn)
WITH t.user_id AS user, t ORDER BY t.said_at, t.seq
WITH user, collect(t.id) AS ids
UNWIND range(0, size(ids) - 1, $at_once) AS first
MERGE (q:Unread {user_id: user, id: 'all_' + toString(first)})
SET q.turns = ids[first..first + $at_once]

// name: date_turns
// Parameters: limit. What was stored before turns kept the version at which they came has that at which they were seen
// last. Returns how many turns were dated.
MATCH (t:Turn)
WHERE t.added IS NULL
WITH t LIMIT $limit
SET t.added = coalesce(t.version, 0)
RETURN count(t) AS dated

// name: list_unread
// Parameters: user, limit. Returns the oldest first, without what waits for a language model.
MATCH (q:Unread {user_id: $user})
WHERE q.reader IS NULL
RETURN q.id AS id, q.turns AS turns, q.until AS until
ORDER BY id
LIMIT $limit

// name: claim_unread
// Parameters: user, ids, holder, until. Returns those that were still there; they are the holder's until then, a time
// in UTC as text.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
SET q.holder = $holder, q.until = $until
RETURN id

// name: find_held
// Parameters: user, ids, holder. Returns those that are still there and the holder's.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
WHERE q.holder = $holder
RETURN id

// name: release_unread
// Parameters: user, ids, holder.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
WHERE q.holder = $holder
SET q.holder = null, q.until = null

// name: queue_for_model
// Parameters: user, pieces: {id, turns: their ids}, now. What a language model is to read, each piece at once.
UNWIND $pieces AS r
CREATE (q:Unread {user_id: $user, id: r.id, turns: r.turns, queued_at: $now, reader: 'model', attempts: 0})

// name: list_unread_by_model
// Parameters: user. Returns what waits for a language model, oldest first.
MATCH (q:Unread {user_id: $user})
WHERE q.reader = 'model'
RETURN q.id AS id, q.turns AS turns
ORDER BY id

// name: find_unread
// Parameters: user, ids. Returns those that are still there.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
RETURN id

// name: fail_unread
// Parameters: user, ids, error. What could not be read stays in the queue, with the reason.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
SET q.attempts = coalesce(q.attempts, 0) + 1, q.error = $error

// name: leave_to_language
// Parameters: user. What a language model was to read is read without one.
MATCH (q:Unread {user_id: $user})
WHERE q.reader = 'model'
SET q.reader = null, q.attempts = null, q.error = null

// name: entities_of_turns
// Parameters: user, ids: of turns. The entities that speak in them, or are named.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[r:MENTIONS|SPOKEN_BY]->(e:Entity)
RETURN e.id AS id, e.name AS name, e.type AS type, type(r) AS how, count(r) AS times

// name: current_facts_about
// Parameters: user, ids: of entities. What is believed of them and has no end, the newest first.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:SUBJECT]-(f:Fact)
WHERE f.invalid_at IS NULL AND f.expired_at IS NULL AND NOT f.negated
RETURN DISTINCT f.id AS id, e.name AS subject, f.predicate AS predicate, f.object_name AS object, f.value AS value,
       toString(f.valid_at) AS valid_at, f.dated AS dated, f.reinforcements AS reinforcements

// name: read_turns_to_compare
// Parameters: user. All turns with their places, their vectors, and whether a language model was given them to read.
MATCH (t:Turn {user_id: $user})
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added, t.embedding AS embedding,
       coalesce(t.by_model, false) AS by_model

// name: hand_to_model
// Parameters: user, ids: of turns that are queued for a language model now, and never again.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
SET t.by_model = true

// name: linked_mentions
// Parameters: user, ids: of turns. Which entities are known to be named in which of them.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:MENTIONS]->(e:Entity)
RETURN id AS turn, e.id AS entity

// name: list_unread_users
// Returns the users of whom something is unread.
MATCH (q:Unread)
RETURN q.user_id AS user, sum(size(q.turns)) AS turns
ORDER BY user

// name: read_texts
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.text AS text, toString(t.said_at) AS said_at, t.speaker AS speaker, t.role AS role,
       t.session_id AS session

// name: speakers_of_sessions
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
RETURN id AS session, collect(DISTINCT t.speaker) AS speakers

// name: finish_unread
// Parameters: user, ids. Returns those that were still there.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
DELETE q
RETURN id

// name: unlink_times
// Parameters: user, ids. Takes away what an earlier reading found.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[o:OCCURRED_ON]->(:Period)
DELETE o

// name: link_times
// Parameters: user, times: {turn, period, start, end, grain, kind, text, weight}, times as text.
UNWIND $times AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (p:Period {user_id: $user, id: r.period})
CREATE (t)-[o:OCCURRED_ON {grain: r.grain, kind: r.kind, text: r.text, weight: r.weight}]->(p)
SET o.start = datetime(r.start), o.end = datetime(r.end)

// name: stamp_turns
// Parameters: user, version, ids. Makes the indexes look at these turns again.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
SET t.version = $version

// name: list_names
// Parameters: user, limit. The entities by which names are resolved: those that are named most.
MATCH (e:Entity {user_id: $user})
WITH e ORDER BY e.mention_count DESC, e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases,
       EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) } AS speaks

// name: unlink_mentions
// Parameters: user, ids: of turns. Takes away what an earlier reading found, and returns the entities it named.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[m:MENTIONS]->(e:Entity)
SET e.mention_count = e.mention_count - size(m.spans) / 2
DELETE m
RETURN DISTINCT e.id AS entity

// name: link_mentions
// Parameters: user, rows: {turn, entity, spans: start and end of each place in the text, one after the other}.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (e:Entity {user_id: $user, id: r.entity})
CREATE (t)-[:MENTIONS {spans: r.spans}]->(e)
SET e.mention_count = e.mention_count + size(r.spans) / 2

// name: link_maybe_same
// Parameters: user, pairs: {one, other}.
UNWIND $pairs AS r
MATCH (a:Entity {user_id: $user, id: r.one})
MATCH (b:Entity {user_id: $user, id: r.other})
MERGE (a)-[:MAYBE_SAME]->(b)
