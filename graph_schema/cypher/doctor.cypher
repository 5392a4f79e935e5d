// Invariants of one user's graph. Each check_… returns violations, at most $limit rows, each with an id; the
// repair_… statements fix them. Parameters other than user and limit are listed with each statement.

// name: check_calendar
// Returns all periods; the calendar decides whether their intervals are right.
MATCH (p:Period {user_id: $user})
RETURN p.id AS id, p.grain AS grain, p.start AS start, p.end AS end

// name: check_periods_nested
// Every period except a year lies in exactly one other period, which contains it and has the next coarser grain.
MATCH (c:Period {user_id: $user})
WITH c, COUNT { (c)-[:PART_OF]->() } AS parents,
     COUNT { MATCH (c)-[:PART_OF]->(p:Period)
             WHERE p.start <= c.start AND c.end <= p.end
               AND ((c.grain = 'day' AND p.grain = 'week') OR (c.grain = 'week' AND p.grain = 'month')
                    OR (c.grain = 'month' AND p.grain = 'year')) } AS containing
WHERE parents <> CASE WHEN c.grain = 'year' THEN 0 ELSE 1 END OR containing <> parents
RETURN c.id AS id
LIMIT $limit

// name: check_turns_on_their_day
MATCH (t:Turn {user_id: $user})
WITH t, COUNT { (t)-[:SAID_ON]->() } AS days,
     COUNT { MATCH (t)-[:SAID_ON]->(d:Period)
             WHERE d.grain = 'day' AND d.start <= t.said_at AND t.said_at < d.end } AS fitting
WHERE days <> 1 OR fitting <> 1
RETURN t.id AS id, t.said_at AS said_at
LIMIT $limit

// name: check_turns_in_their_session
MATCH (t:Turn {user_id: $user})
WITH t, COUNT { (t)-[:IN_SESSION]->() } AS sessions,
     COUNT { MATCH (t)-[:IN_SESSION]->(s:Session) WHERE s.id = t.session_id } AS fitting
WHERE sessions <> 1 OR fitting <> 1
RETURN t.id AS id, t.session_id AS session, t.said_at AS said_at
LIMIT $limit

// name: check_turns_spoken
MATCH (t:Turn {user_id: $user})
WITH t, COUNT { (t)-[:SPOKEN_BY]->(:Entity) } AS speakers
WHERE speakers <> 1
RETURN t.id AS id, t.speaker AS speaker, t.said_at AS said_at
LIMIT $limit

// name: check_session_order
// A session has one NEXT edge fewer than turns, each leads to a later turn of the session, and no turn has two in
// the same direction. So they form one chain through all turns in order.
MATCH (s:Session {user_id: $user})
WITH s, COUNT { (s)<-[:IN_SESSION]-(:Turn) } AS turns,
     COUNT { (s)<-[:IN_SESSION]-(:Turn)-[:NEXT]->() } AS links,
     COUNT { MATCH (s)<-[:IN_SESSION]-(a:Turn)-[:NEXT]->(b:Turn)
             WHERE b.session_id <> s.id OR b.said_at < a.said_at
                OR (b.said_at = a.said_at AND b.seq <= a.seq) } AS backwards,
     COUNT { MATCH (s)<-[:IN_SESSION]-(t:Turn)
             WHERE COUNT { (t)-[:NEXT]->() } > 1 OR COUNT { (t)<-[:NEXT]-() } > 1 } AS forks
WHERE (turns > 0 AND links <> turns - 1) OR backwards > 0 OR forks > 0
RETURN s.id AS id
LIMIT $limit

// name: check_session_bounds
// A session starts and ends with its first and last turn, and no turn has its next number.
MATCH (s:Session {user_id: $user})<-[:IN_SESSION]-(t:Turn)
WITH s, min(t.said_at) AS first, max(t.said_at) AS last, max(t.seq) AS seq
WITH s, first, last, seq,
     COUNT { MATCH (s)<-[:IN_SESSION]-(e:Turn)
             WHERE e.id = s.last_turn AND e.said_at = last AND NOT EXISTS { (e)-[:NEXT]->() } } AS ends
WHERE s.started_at IS NULL OR s.started_at <> first OR s.ended_at IS NULL OR s.ended_at <> last
   OR s.next_seq IS NULL OR s.next_seq <= seq OR s.implicit IS NULL OR ends <> 1
RETURN s.id AS id
LIMIT $limit

// name: check_entity_counts
// An entity counts one for each turn that it spoke, and one for each place in a text that names it. Its times may
// reach beyond the remaining turns, because facts name entities too.
MATCH (e:Entity {user_id: $user})<-[r:SPOKEN_BY|MENTIONS]-(t:Turn)
WITH e, sum(CASE WHEN r.spans IS NULL THEN 1 ELSE size(r.spans) / 2 END) AS mentions,
     min(t.said_at) AS first, max(t.said_at) AS last
WHERE e.mention_count IS NULL OR e.mention_count <> mentions OR e.first_seen IS NULL OR e.first_seen > first
   OR e.last_seen IS NULL OR e.last_seen < last
RETURN e.id AS id
LIMIT $limit

// name: check_periods_in_use
MATCH (p:Period {user_id: $user})
WHERE NOT EXISTS { (p)<-[:SAID_ON|OCCURRED_ON|PART_OF|WITHIN]-() }
RETURN p.id AS id
LIMIT $limit

// name: check_sessions_in_use
MATCH (s:Session {user_id: $user})
WHERE NOT EXISTS { (s)<-[:IN_SESSION]-() }
RETURN s.id AS id
LIMIT $limit

// name: check_entities_in_use
// Those that a deletion left waiting for the extraction of turns that name them are in use.
MATCH (e:Entity {user_id: $user})
WHERE NOT EXISTS { (e)--() } AND NOT EXISTS { MATCH (:Unread {user_id: $user}) }
  AND NOT EXISTS { MATCH (a:Assertion {user_id: $user}) WHERE a.subject = e.id OR a.object = e.id }
RETURN e.id AS id
LIMIT $limit

// name: check_names
// Returns all entities that are in the index of names, and all of the index: which of it is wrong, the caller finds out.
MATCH (e:Entity {user_id: $user})
WHERE e.keyed
RETURN e.id AS id, e.name AS name, [] AS entities
UNION ALL
MATCH (n:Name {user_id: $user})
RETURN n.id AS id, null AS name, n.entities AS entities

// name: check_owners
// Returns users with data but without a node. The only check that isn't about one user.
MATCH (s:Session)
WHERE NOT EXISTS { MATCH (u:User) WHERE u.id = s.user_id }
RETURN DISTINCT s.user_id AS id
LIMIT $limit

// name: check_versions
// The user's version is not lower than that of anything written for the user.
MATCH (u:User {id: $user})
MATCH (t:Turn {user_id: $user})
WITH u, max(t.version) AS of_turns, sum(CASE WHEN t.version IS NULL THEN 1 ELSE 0 END) AS missing
OPTIONAL MATCH (f:Fact {user_id: $user})
WITH u, of_turns, missing, coalesce(max(f.version), 0) AS of_facts
WITH u, missing, CASE WHEN of_facts > of_turns THEN of_facts ELSE of_turns END AS highest
WHERE u.version IS NULL OR u.epoch IS NULL OR highest > u.version OR missing > 0
RETURN u.id AS id, highest AS highest

// name: check_embeddings
// Parameters: bytes, the length of one embedding.
MATCH (t:Turn {user_id: $user})
WHERE t.embedding IS NULL OR size(t.embedding) <> $bytes
RETURN t.id AS id, t.text AS text
LIMIT $limit

// name: check_summaries
// Parameters: bytes, the length of one embedding. The summary of a period has a vector, and its sources lie in the
// period.
MATCH (p:Period {user_id: $user})
WHERE p.summary IS NOT NULL
  AND (p.embedding IS NULL OR size(p.embedding) <> $bytes OR p.digest IS NULL OR p.summarised_at IS NULL
       OR NOT EXISTS { (p)-[:SUMMARISES]->() }
       OR EXISTS { MATCH (p)-[:SUMMARISES]->(n) WHERE NOT EXISTS { MATCH (n)-[:SAID_ON|PART_OF]->(p) } })
RETURN p.id AS id
LIMIT $limit

// name: repair_calendar
// Parameters: periods: {id, grain, start, end}.
UNWIND $periods AS r
MATCH (p:Period {user_id: $user, id: r.id})
SET p.grain = r.grain, p.start = r.start, p.end = r.end

// name: unlink_periods
// Parameters: ids. Deletes the edges to the periods that contain them.
UNWIND $ids AS id
MATCH (:Period {user_id: $user, id: id})-[r:PART_OF]->()
DELETE r

// name: unlink_days
// Parameters: ids of turns.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[r:SAID_ON]->()
DELETE r

// name: link_days
// Parameters: pairs: {turn, day}.
UNWIND $pairs AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (d:Period {user_id: $user, id: r.day})
CREATE (t)-[:SAID_ON]->(d)

// name: unlink_from_sessions
// Parameters: ids of turns.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[r:IN_SESSION]->()
DELETE r

// name: link_to_sessions
// Parameters: pairs: {turn, session, said_at}. Creates missing sessions.
UNWIND $pairs AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MERGE (s:Session {user_id: $user, id: r.session})
ON CREATE SET s.implicit = false, s.started_at = r.said_at, s.ended_at = r.said_at, s.next_seq = 0
SET t.session_id = s.id
CREATE (t)-[:IN_SESSION]->(s)

// name: unlink_speakers
// Parameters: ids of turns.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[r:SPOKEN_BY]->()
DELETE r

// name: link_speakers
// Parameters: pairs: {turn, speaker}.
UNWIND $pairs AS r
MATCH (t:Turn {user_id: $user, id: r.turn})
MATCH (e:Entity {user_id: $user, id: r.speaker})
CREATE (t)-[:SPOKEN_BY]->(e)

// name: unlink_order
// Parameters: session. Deletes every NEXT edge from or to its turns.
MATCH (:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(:Turn)-[n:NEXT]-()
WITH DISTINCT n
DELETE n

// name: repair_session_bounds
// Parameters: ids.
UNWIND $ids AS id
MATCH (s:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
WITH s, min(t.said_at) AS first, max(t.said_at) AS last, max(t.seq) AS seq
SET s.started_at = first, s.ended_at = last, s.implicit = coalesce(s.implicit, false),
    s.next_seq = CASE WHEN s.next_seq > seq THEN s.next_seq ELSE seq + 1 END

// name: repair_entity_counts
// Parameters: ids.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[r:SPOKEN_BY|MENTIONS]-(t:Turn)
WITH e, sum(CASE WHEN r.spans IS NULL THEN 1 ELSE size(r.spans) / 2 END) AS mentions,
     min(t.said_at) AS first, max(t.said_at) AS last
SET e.mention_count = mentions,
    e.first_seen = CASE WHEN e.first_seen <= first THEN e.first_seen ELSE first END,
    e.last_seen = CASE WHEN e.last_seen >= last THEN e.last_seen ELSE last END

// name: find_groups_of_facts
// Parameters: ids.
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN DISTINCT f.subject AS subject, f.predicate AS predicate

// name: remove_relations_of_facts
// Parameters: ids.
UNWIND $ids AS id
MATCH (:Entity {user_id: $user})-[r:RELATES_TO {user_id: $user, fact_id: id}]->(:Entity)
DELETE r

// name: repair_summaries
// Parameters: ids of periods. Deletes their summaries; the next consolidation writes new ones.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
OPTIONAL MATCH (p)-[s:SUMMARISES]->()
DELETE s
SET p.summary = null, p.embedding = null, p.next_embedding = null, p.extractive = null, p.digest = null, p.turns = null, p.since = null,
    p.summarised_at = null

// name: dirty_paths
// Parameters: ids of periods. Marks them and the periods that contain them as dirty, and notifies the calendar.
UNWIND $ids AS id
MATCH (:Period {user_id: $user, id: id})-[:PART_OF*0..3]->(p:Period)
SET p.dirty = true
WITH min(p.start) AS since
MATCH (s:Structure {user_id: $user, id: 'calendar'})
SET s.changed_from = since, s.changes = coalesce(s.changes, 0) + 1

// name: remove_periods
// Parameters: ids.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
DETACH DELETE p

// name: remove_sessions
// Parameters: ids.
UNWIND $ids AS id
MATCH (s:Session {user_id: $user, id: id})
DETACH DELETE s

// name: remove_entities
// Parameters: ids.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
DETACH DELETE e

// name: repair_versions
// Parameters: version. Raises the user's version to it, and stamps it on everything without one.
MATCH (u:User {id: $user})
SET u.version = $version, u.epoch = coalesce(u.epoch, 0) + 1
WITH u
MATCH (t:Turn {user_id: $user})
WHERE t.version IS NULL
SET t.version = $version

// name: repair_embeddings
// Parameters: rows: {id, embedding}.
UNWIND $rows AS r
MATCH (t:Turn {user_id: $user, id: r.id})
SET t.embedding = r.embedding
