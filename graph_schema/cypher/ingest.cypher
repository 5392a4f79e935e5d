// Storing dialogue. All statements of a batch run in one transaction. Its first statement increments the user's
// version and thereby locks the user's node until the end, so that the writers of one user take turns.

// name: create_user
// Parameters: user, timezone, language, embedder, now. Returns the user, whether or not it existed before.
MERGE (u:User {id: $user})
ON CREATE SET u.version = 0, u.epoch = 0, u.timezone = $timezone, u.created_at = $now,
              u.embedder = $embedder, u.language = $language
RETURN u.timezone AS timezone, u.forgotten AS forgotten

// name: begin_version
// Parameters: user, now: milliseconds since 1970. Returns the version that this transaction stamps on its writes.
// `touched` tells structures of memories that there may be something new for them, and `due_at` workers since when. Also
// returns the ontology that the facts follow.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.version = u.version + 1
WITH u
SET u.touched = u.version, u.due_at = CASE WHEN u.due_at < $now THEN u.due_at ELSE $now END
WITH u
OPTIONAL MATCH (s:Schema {id: 'chronomem'})
RETURN u.version AS version, u.embedder AS embedder, s.ontology AS ontology

// name: find_turns
// Parameters: user, ids. Returns those that exist.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN t.id AS id, t.text AS text, t.said_at AS said_at, t.speaker AS speaker, t.session_id AS session

// name: find_sessions
// Parameters: user, ids. Returns those that exist.
UNWIND $ids AS id
MATCH (s:Session {user_id: $user, id: id})
RETURN s.id AS id, s.started_at AS started_at, s.ended_at AS ended_at, s.next_seq AS next_seq,
       s.last_turn AS last_turn, s.implicit AS implicit, s.speakers AS speakers

// name: find_sessions_of_days
// Parameters: user, days. Returns the sessions without a given id that have a turn on one of these days.
UNWIND $days AS day
MATCH (:Period {user_id: $user, id: day})<-[:SAID_ON]-(:Turn)-[:IN_SESSION]->(s:Session {implicit: true})
RETURN DISTINCT s.id AS id, s.started_at AS started_at, s.ended_at AS ended_at, s.next_seq AS next_seq,
       s.last_turn AS last_turn, s.implicit AS implicit, s.speakers AS speakers

// name: store_periods
// Parameters: user, periods: {id, grain, start, end}, times as text.
UNWIND $periods AS r
MERGE (p:Period {user_id: $user, id: r.id})
ON CREATE SET p.grain = r.grain, p.start = datetime(r.start), p.end = datetime(r.end)

// name: link_periods
// Parameters: user, pairs: {child, parent}.
UNWIND $pairs AS r
MATCH (c:Period {user_id: $user, id: r.child})
MATCH (p:Period {user_id: $user, id: r.parent})
MERGE (c)-[:PART_OF]->(p)

// name: store_sessions
// Parameters: user, sessions: {id, implicit, started_at, ended_at, next_seq, last_turn, speakers}.
UNWIND $sessions AS r
MERGE (s:Session {user_id: $user, id: r.id})
SET s.implicit = r.implicit, s.started_at = r.started_at, s.ended_at = r.ended_at,
    s.next_seq = r.next_seq, s.last_turn = r.last_turn, s.speakers = r.speakers

// name: describe_sessions
// Parameters: user, version, ids, metadata: JSON. The turns of a session whose metadata changes are read again.
UNWIND $ids AS id
MATCH (s:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
WHERE s.metadata IS NULL OR s.metadata <> $metadata
SET s.metadata = $metadata, t.version = $version

// name: note_metadata
// Parameters: user. Notes on the user that there is metadata, which recalls then read.
MATCH (u:User {id: $user})
SET u.described = true

// name: store_speakers
// Parameters: user, speakers: {id, name, turns, first_seen, last_seen}. Returns those that can't be looked up by name yet.
UNWIND $speakers AS r
MERGE (e:Entity {user_id: $user, id: r.id})
ON CREATE SET e.name = r.name, e.type = 'person', e.aliases = [], e.mention_count = 0,
              e.first_seen = r.first_seen, e.last_seen = r.last_seen
SET e.mention_count = e.mention_count + r.turns, e.type = 'person',
    e.first_seen = CASE WHEN r.first_seen < e.first_seen THEN r.first_seen ELSE e.first_seen END,
    e.last_seen = CASE WHEN r.last_seen > e.last_seen THEN r.last_seen ELSE e.last_seen END
WITH e
WHERE e.keyed IS NULL
RETURN e.id AS id, e.name AS name

// name: store_turns
// Parameters: user, version, now, groups: {session, day, speaker, turns: {id, seq, speaker, role, text, said_at,
// expires_at, metadata: JSON, embedding, passages, passage_words}}, times as text, which the driver sends thirty times as fast; `passages` holds the
// vectors of a long turn's passages, one after the other. Turns are grouped so that the three nodes which they share are
// looked up once per group.
UNWIND $groups AS g
MATCH (d:Period {user_id: $user, id: g.day})
MATCH (s:Session {user_id: $user, id: g.session})
MATCH (e:Entity {user_id: $user, id: g.speaker})
UNWIND g.turns AS r
CREATE (t:Turn {user_id: $user, id: r.id, session_id: g.session, seq: r.seq, speaker: r.speaker, role: r.role,
                text: r.text, metadata: r.metadata, expires_at: datetime(r.expires_at), said_at: datetime(r.said_at), created_at: $now, embedding: r.embedding, passages: r.passages,
                passage_words: r.passage_words, added: $version, version: $version})
CREATE (t)-[:SAID_ON]->(d)
CREATE (t)-[:IN_SESSION]->(s)
CREATE (t)-[:SPOKEN_BY]->(e)

// name: order_of_session
// Parameters: user, session. Returns its turns in their order.
MATCH (:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(t:Turn)
RETURN t.id AS id
ORDER BY t.said_at, t.seq

// name: unlink_session
// Parameters: user, session. Deletes the order of its turns, after a change in the middle.
MATCH (:Session {user_id: $user, id: $session})<-[:IN_SESSION]-(:Turn)-[n:NEXT]->(:Turn)
DELETE n

// name: set_last_turn
// Parameters: user, session, turn.
MATCH (s:Session {user_id: $user, id: $session})
SET s.last_turn = $turn

// name: link_turns
// Parameters: user, pairs: {before, after}.
UNWIND $pairs AS r
MATCH (a:Turn {user_id: $user, id: r.before})
MATCH (b:Turn {user_id: $user, id: r.after})
CREATE (a)-[:NEXT]->(b)
