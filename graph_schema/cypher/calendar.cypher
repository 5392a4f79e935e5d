// Summaries of calendar periods. A period is dirty while its summary may not cover everything that was said in it.

// name: dirty_periods
// Parameters: user, ids: of periods.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
SET p.dirty = true

// name: find_dirty_periods
// Parameters: user.
MATCH (p:Period {user_id: $user})
WHERE p.dirty
RETURN p.id AS id, p.grain AS grain, toString(p.start) AS start, toString(p.end) AS end, p.digest AS digest,
       p.turns AS turns, toString(p.until) AS until

// name: find_dirty_periods_among
// Parameters: user, ids. As find_dirty_periods.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
WHERE p.dirty
RETURN p.id AS id, p.grain AS grain, toString(p.start) AS start, toString(p.end) AS end, p.digest AS digest,
       p.turns AS turns, toString(p.until) AS until

// name: reopen_periods
// Parameters: user. Makes periods due whose summaries were taken from turns: no sources have this digest.
MATCH (p:Period {user_id: $user})
WHERE p.extractive AND p.summary IS NOT NULL
SET p.digest = 'provisional', p.dirty = true

// name: read_said_on
// Parameters: user, ids: of days. Returns the turns of these days.
UNWIND $ids AS id
MATCH (:Period {user_id: $user, id: id})<-[:SAID_ON]-(t:Turn)
RETURN id AS period, t.id AS id, t.speaker AS speaker, t.role AS role, t.text AS text, t.seq AS seq, toString(t.said_at) AS said_at

// name: count_said_on
// Parameters: user, ids: of days. Returns the number of turns of each day.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
RETURN id, COUNT { (p)<-[:SAID_ON]-() } AS turns

// name: read_parts
// Parameters: user, ids: of periods. Returns the parts of each period.
UNWIND $ids AS id
MATCH (:Period {user_id: $user, id: id})<-[:PART_OF]-(c:Period)
RETURN id AS period, c.id AS id, c.summary AS text, c.turns AS turns, toString(c.since) AS since,
       coalesce(c.dirty, false) AS dirty, coalesce(c.extractive, false) AS extractive

// name: store_period_summaries
// Parameters: user, version, now, rows: {id, summary, embedding, extractive, digest, turns, since, until}, times as text.
UNWIND $rows AS r
MATCH (p:Period {user_id: $user, id: r.id})
SET p.summary = r.summary, p.embedding = r.embedding, p.next_embedding = null, p.extractive = r.extractive,
    p.digest = r.digest, p.turns = r.turns, p.since = datetime(r.since), p.until = datetime(r.until), p.summarised_at = datetime($now), p.version = $version

// name: recount_periods
// Parameters: user, version, rows: {id, turns}. Keeps the summary; only the number of its turns has changed.
UNWIND $rows AS r
MATCH (p:Period {user_id: $user, id: r.id})
SET p.turns = r.turns, p.version = $version

// name: unlink_period_sources
// Parameters: user, ids: of periods. Deletes the edges from their summaries to the sources.
UNWIND $ids AS id
MATCH (:Period {user_id: $user, id: id})-[s:SUMMARISES]->()
DELETE s

// name: link_period_sources_<label>
// for each label: Turn, Period
// Parameters: user, pairs: {period, of}.
UNWIND $pairs AS r
MATCH (p:Period {user_id: $user, id: r.period})
MATCH (n:<label> {user_id: $user, id: r.of})
CREATE (p)-[:SUMMARISES]->(n)

// name: settle_periods
// Parameters: user, ids. Marks the periods as clean, unless a part of them is dirty.
UNWIND $ids AS id
MATCH (p:Period {user_id: $user, id: id})
SET p.dirty = CASE WHEN EXISTS { MATCH (p)<-[:PART_OF]-(c:Period) WHERE c.dirty } THEN true ELSE null END

// name: blank_periods
// Parameters: user, version, ids: of turns. Deletes the text of every summary that may hold some of their words.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:SAID_ON]->(:Period)-[:PART_OF*0..3]->(p:Period)
WITH DISTINCT p
OPTIONAL MATCH (p)-[s:SUMMARISES]->()
DELETE s
SET p.summary = null, p.embedding = null, p.next_embedding = null, p.extractive = null, p.digest = null, p.turns = null, p.since = null,
    p.until = null, p.summarised_at = null, p.dirty = true, p.version = $version
