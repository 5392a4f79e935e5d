// The queue of turns waiting for extraction, and the results of extraction. One :Unread holds some turns of one
// transaction; the transaction that writes their extraction deletes it, so no extraction is stored in part.

// name: queue_turns
// Parameters: user, pieces: {id, turns: their ids}, now.
UNWIND $pieces AS r
CREATE (q:Unread {user_id: $user, id: r.id, turns: r.turns, queued_at: $now})

// name: find_queued
// Parameters: user, turns: a map whose keys are ids of turns, since each entry of the queue looks its own turns up. Returns
// the entries that hold one of them.
MATCH (q:Unread {user_id: $user})
WHERE any(turn IN q.turns WHERE $turns[turn] IS NOT NULL)
RETURN q.id AS id, q.turns AS turns, q.reader IS NOT NULL AS by_model

// name: leave_in_queue
// Parameters: user, rows: {id, turns: those that stay}.
UNWIND $rows AS r
MATCH (q:Unread {user_id: $user, id: r.id})
SET q.turns = r.turns

// name: queue_all_turns
// Parameters: user, at_once: the most turns of one entry. Queues every stored turn, extracted or not; run twice it leaves
// the same queue.
MATCH (t:Turn {user_id: $user})
WITH t ORDER BY t.said_at, t.seq
WITH collect(t.id) AS ids
UNWIND range(0, size(ids) - 1, $at_once) AS first
MERGE (q:Unread {user_id: $user, id: 'all_' + toString(first)})
SET q.turns = ids[first..first + $at_once]

// name: list_turns_told
// Parameters: user, silent: roles whose turns tell nothing. Returns the words of all other turns, by session and time.
MATCH (t:Turn {user_id: $user})
WHERE NOT t.role IN $silent
RETURN t.id AS id, t.text AS text, t.session_id AS session
ORDER BY session, t.said_at, t.seq

// name: date_turns
// Parameters: user, limit. Turns that were stored before `added` existed get their current version as `added`. Returns how
// many turns were changed.
MATCH (t:Turn {user_id: $user})
WHERE t.added IS NULL
WITH t LIMIT $limit
SET t.added = coalesce(t.version, 0)
RETURN count(t) AS dated

// name: is_unread
// Parameters: user, now, extractor: as for list_unread. Returns an entry if one is due, for the pipeline or for a
// language model.
MATCH (q:Unread {user_id: $user})
WHERE (q.due_at IS NULL OR q.due_at <= $now) AND (q.set_aside_by IS NULL OR q.set_aside_by <> $extractor)
RETURN q.id AS id
LIMIT 1

// name: list_unread
// Parameters: user, limit, now: in UTC as text, extractor: its version. Returns the oldest entries first, without those
// that wait for a language model, for a later time, or for another version of the extractor.
MATCH (q:Unread {user_id: $user})
WHERE q.reader IS NULL AND (q.due_at IS NULL OR q.due_at <= $now)
  AND (q.set_aside_by IS NULL OR q.set_aside_by <> $extractor)
RETURN q.id AS id, q.turns AS turns, coalesce(q.attempts, 0) AS attempts,
       coalesce(q.given_up, false) AS given_up
ORDER BY id
LIMIT $limit

// name: find_entries
// Parameters: user, ids. Returns those that still exist, with their turns.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
RETURN id, q.turns AS turns

// name: queue_for_model
// Parameters: user, pieces: {id, turns: their ids}, now. Queues turns for a language model, one call per piece.
UNWIND $pieces AS r
CREATE (q:Unread {user_id: $user, id: r.id, turns: r.turns, queued_at: $now, reader: 'model', attempts: 0})

// name: list_unread_by_model
// Parameters: user, now: in UTC as text. Returns the entries that are due for a language model, oldest first.
MATCH (q:Unread {user_id: $user})
WHERE q.reader = 'model' AND (q.due_at IS NULL OR q.due_at <= $now)
RETURN q.id AS id, q.turns AS turns, coalesce(q.attempts, 0) AS attempts
ORDER BY id

// name: fail_unread
// Parameters: user, entries: {id, attempts, due_at, error: the class of the error}. Entries that a language model could
// not extract stay in the queue.
UNWIND $entries AS r
MATCH (q:Unread {user_id: $user, id: r.id})
SET q.attempts = r.attempts, q.due_at = r.due_at, q.error = r.error

// name: give_up_on_model
// Parameters: user, entries: {id, error: the class of the error}. Leaves entries to the pipeline, for good.
UNWIND $entries AS r
MATCH (q:Unread {user_id: $user, id: r.id})
SET q.reader = null, q.attempts = 0, q.due_at = null, q.error = r.error, q.given_up = true

// name: quarantine_turns
// Parameters: user, now, turns: {id: of the entry, turn, attempts, due_at, set_aside_by, error: the class of the error,
// given_up}. Turns that the pipeline could not extract wait in entries of their own.
UNWIND $turns AS r
MERGE (q:Unread {user_id: $user, id: r.id})
ON CREATE SET q.queued_at = $now
SET q.turns = [r.turn], q.attempts = r.attempts, q.due_at = r.due_at, q.set_aside_by = r.set_aside_by,
    q.error = r.error, q.given_up = r.given_up

// name: queue_states
// Parameters: users. Returns the queue of each, by the state of its entries.
UNWIND $users AS user
MATCH (q:Unread {user_id: user})
RETURN user, q.reader IS NOT NULL AS by_model, q.due_at AS due_at, q.set_aside_by AS set_aside_by,
       q.error AS error, coalesce(q.attempts, 0) AS attempts, toString(min(q.queued_at)) AS oldest,
       sum(size(q.turns)) AS turns

// name: retry_unread
// Parameters: user. Makes every entry that failed due at once.
MATCH (q:Unread {user_id: $user})
WHERE q.due_at IS NOT NULL OR q.set_aside_by IS NOT NULL
SET q.due_at = null, q.set_aside_by = null, q.attempts = 0
RETURN sum(size(q.turns)) AS turns

// name: leave_to_language
// Parameters: user. Entries that waited for a language model are extracted without one.
MATCH (q:Unread {user_id: $user})
WHERE q.reader = 'model'
SET q.reader = null, q.attempts = null, q.due_at = null, q.error = null

// name: entities_of_turns
// Parameters: user, ids: of turns. Returns the entities that speak in them or are named, each with the name under which it
// is named there, and as the entity that it was merged into, and whether other turns name it too.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[r:MENTIONS|SPOKEN_BY]->(e:Entity)
OPTIONAL MATCH (e)-[:MERGED_INTO]->(c:Entity)
WITH e, c, type(r) AS how, count(r) AS times
RETURN coalesce(c.id, e.id) AS id, coalesce(c.name, e.name) AS name, e.name AS called, coalesce(c.type, e.type) AS type,
       how, times, c IS NOT NULL OR EXISTS { MATCH (e)<-[:MENTIONS]-(o:Turn) WHERE NOT o.id IN $ids } AS elsewhere

// name: current_facts_about
// Parameters: user, ids: of entities, at: a moment. Returns the facts believed about these entities that aren't over at that
// moment.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:SUBJECT]-(f:Fact)
WHERE (f.invalid_at IS NULL OR f.invalid_at > $at) AND f.expired_at IS NULL AND NOT f.negated
RETURN DISTINCT f.id AS id, e.name AS subject, f.predicate AS predicate, f.object_name AS object, f.value AS value,
       toString(f.valid_at) AS valid_at, toString(f.invalid_at) AS invalid_at, f.dated AS dated,
       f.reinforcements AS reinforcements

// name: read_turns_to_compare
// Parameters: user. Returns all turns with their places and vectors, and whether they were given to a language
// model.
MATCH (t:Turn {user_id: $user})
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added, t.embedding AS embedding,
       coalesce(t.by_model, false) AS by_model

// name: hand_to_model
// Parameters: user, ids: of turns that are now queued for a language model, which happens once.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
SET t.by_model = true

// name: find_handed
// Parameters: user, ids: of turns. Returns those that were queued for a language model.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
WHERE t.by_model
RETURN id

// name: take_from_model
// Parameters: user, ids: of turns that a language model may be given again.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
SET t.by_model = null

// name: linked_mentions
// Parameters: user, ids: of turns. Returns the entities that are already linked to each.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:MENTIONS]->(e:Entity)
RETURN id AS turn, e.id AS entity

// name: read_texts
// Parameters: user, ids. Returns turns, each with the id of the turn of its session right before it.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
OPTIONAL MATCH (t)<-[:NEXT]-(b:Turn)
RETURN t.id AS id, t.text AS text, toString(t.said_at) AS said_at, t.speaker AS speaker, t.role AS role,
       t.session_id AS session, t.seq AS seq, b.id AS before

// name: read_turns_before
// Parameters: user, ids, limit. Returns the turns of the same session right before each, in order of time. The path is
// written from its known end: the embedded database searches it from where it begins, which may be every turn.
UNWIND $ids AS id
MATCH path = (:Turn {user_id: $user, id: id})<-[:NEXT*1..6]-(b:Turn)
WITH id, b, length(path) AS distance
WHERE distance <= $limit
ORDER BY id, distance DESC
RETURN id, collect({text: b.text, said_at: toString(b.said_at), speaker: b.speaker, role: b.role}) AS turns

// name: find_turns_after
// Parameters: user, ids, silent: roles. Returns the turns in whose context these are, in order of time, without these
// themselves and without those of a silent role, of which nothing but their times is extracted.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:NEXT*1..6]->(t:Turn)
WHERE NOT t.id IN $ids AND NOT t.role IN $silent
WITH DISTINCT t
RETURN t.id AS id
ORDER BY t.said_at, t.seq

// name: find_spoken_turns
// Parameters: user, ids: of sessions, silent: roles. Returns the turns of sessions, without those of a silent role.
UNWIND $ids AS id
MATCH (:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
WHERE NOT t.role IN $silent
RETURN t.id AS id
ORDER BY t.said_at, t.seq

// name: speakers_of_sessions
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
RETURN id AS session, collect(DISTINCT t.speaker) AS speakers

// name: finish_unread
// Parameters: user, ids. Returns those that still existed.
UNWIND $ids AS id
MATCH (q:Unread {user_id: $user, id: id})
DELETE q
RETURN id

// name: unlink_times
// Parameters: user, ids. Deletes the times of an earlier extraction.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[o:OCCURRED_ON]->(:Period)
DELETE o

// name: link_times
// Parameters: user, turns: {id, times: {period, start, end, grain, kind, text, weight}}, times as text.
UNWIND $turns AS told
MATCH (t:Turn {user_id: $user, id: told.id})
UNWIND told.times AS r
MATCH (p:Period {user_id: $user, id: r.period})
CREATE (t)-[o:OCCURRED_ON {grain: r.grain, kind: r.kind, text: r.text, weight: r.weight}]->(p)
SET o.start = datetime(r.start), o.end = datetime(r.end)

// name: stamp_turns
// Parameters: user, version, rows: {id, context, context_by}. Stores the context vectors of turns that were extracted,
// and makes the indexes load these turns again.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.id})
SET t.version = $version, t.context = r.context, t.context_by = r.context_by

// name: drop_contexts
// Parameters: user, ids. Deletes the context vectors of turns, in which those before them have a part.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
SET t.context = null, t.context_by = null

// name: read_names
// Parameters: user, ids. As for list_names, of these entities, with those that they were merged into.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
RETURN id, e.name AS name, e.type AS type, e.aliases AS aliases, coalesce(e.names, []) AS names,
       EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) } AS speaks,
       COLLECT { MATCH (e)-[:MERGED_INTO*1..8]->(c:Entity) RETURN c.id } AS into

// name: list_names
// Parameters: user, limit. Returns the entities that somebody may mean by a name: those that are named most.
MATCH (e:Entity {user_id: $user})
WITH e ORDER BY e.mention_count DESC, e.id LIMIT $limit
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases, coalesce(e.names, []) AS names,
       EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) } AS speaks

// name: unlink_mentions
// Parameters: user, ids: of turns, by: extractors. Deletes the mentions that these found, and returns their entities,
// with when each turn was said and the names by which it called them.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[m:MENTIONS]->(e:Entity)
WHERE coalesce(m.extracted_by, 'pipeline') IN $by
WITH t, e, m, coalesce(m.names, []) AS names
SET e.mention_count = e.mention_count - size(m.spans) / 2
DELETE m
RETURN DISTINCT e.id AS entity, names, toString(t.said_at) AS said_at

// name: link_mentions
// Parameters: user, by: the extractor, rows: {turn, entity, spans: start and end of each place in the text, in a flat
// list; names: by which the turn calls it; kind: the type that the turn says the entity is of, and the weight of that}.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (e:Entity {user_id: $user, id: r.entity})
CREATE (t)-[:MENTIONS {spans: r.spans, names: r.names, kind: r.kind, weight: r.weight, extracted_by: $by}]->(e)
SET e.mention_count = e.mention_count + size(r.spans) / 2

// name: add_names
// Parameters: user, rows: {id, names}. Adds to the names that mean an entity, so that they mean it from now on.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
UNWIND coalesce(e.names, []) + r.names AS name
WITH DISTINCT e, name ORDER BY name
WITH e, collect(name) AS names
SET e.names = names

// name: tell_kinds
// Parameters: user, rows: {turn, entity, kind, weight}. Replaces the type that a turn says the entity is of.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.turn})-[m:MENTIONS]->(:Entity {id: r.entity})
SET m.kind = r.kind, m.weight = r.weight

// name: weigh_kinds
// Parameters: user, ids. Returns, for each of the entities that don't speak, the types that turns say it is of.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE NOT EXISTS { (e)<-[:SPOKEN_BY]-(:Turn) }
OPTIONAL MATCH (e)<-[m:MENTIONS]-(:Turn)
RETURN e.id AS id, e.name AS name, e.given_type AS given, m.kind AS kind, sum(m.weight) AS weight

// name: set_kinds
// Parameters: user, rows: {id, type}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
SET e.type = r.type

// name: tell_same
// Parameters: user, rows: {alias, name, turn}. The turn says that the two are one.
UNWIND $rows AS r
MATCH (a:Entity {user_id: $user, id: r.alias})
MATCH (b:Entity {user_id: $user, id: r.name})
MERGE (a)-[m:MAYBE_SAME]->(b)
SET m.turns = CASE WHEN r.turn IN coalesce(m.turns, []) THEN m.turns ELSE coalesce(m.turns, []) + r.turn END

// name: untell_same
// Parameters: user, ids: of turns. Takes back what they say of names, and returns the entities.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})-[:MENTIONS]->(:Entity)-[m:MAYBE_SAME]-(:Entity)
WHERE id IN coalesce(m.turns, [])
WITH DISTINCT m, id
SET m.turns = [turn IN m.turns WHERE turn <> id]
RETURN startNode(m).id AS alias, endNode(m).id AS name

// name: find_told_same
// Parameters: user, ids. Returns what turns say of the names of these entities.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})-[m:MAYBE_SAME]-(:Entity)
WHERE size(coalesce(m.turns, [])) > 0 AND coalesce(m.apart, false) = false
WITH DISTINCT startNode(m) AS a, endNode(m) AS b
RETURN a.id AS alias, b.id AS name, a.name AS alias_text, b.name AS name_text,
       EXISTS { (a)<-[:SPOKEN_BY]-(:Turn) } AS alias_speaks, EXISTS { (b)<-[:SPOKEN_BY]-(:Turn) } AS name_speaks

// name: link_maybe_same
// Parameters: user, pairs: {one, other}.
UNWIND $pairs AS r
MATCH (a:Entity {user_id: $user, id: r.one})
MATCH (b:Entity {user_id: $user, id: r.other})
MERGE (a)-[:MAYBE_SAME]->(b)
