// Queries of the stages of recall: nodes that are cached in process, and the graph around the entities that a
// question names.

// name: read_fact_nodes
// Parameters: user.
MATCH (f:Fact {user_id: $user})
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.turn_ids AS turns, f.closed_by AS closed_by,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, toString(f.reinforced_at) AS reinforced_at,
       f.reinforcements AS reinforcements, f.negated AS negated,
       COLLECT { MATCH (n:Fact)-[:SUPERSEDES]->(f) RETURN n.id } AS succeeded_by

// name: read_new_fact_nodes
// Parameters: user, versions. Returns all facts of the groups in which a fact was written in these versions.
UNWIND $versions AS version
MATCH (n:Fact {user_id: $user, version: version})
WITH DISTINCT n.group_key AS key
MATCH (f:Fact {user_id: $user, group_key: key})
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.turn_ids AS turns, f.closed_by AS closed_by,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, toString(f.reinforced_at) AS reinforced_at,
       f.reinforcements AS reinforcements, f.negated AS negated,
       COLLECT { MATCH (n:Fact)-[:SUPERSEDES]->(f) RETURN n.id } AS succeeded_by

// name: read_fact_texts
// Parameters: user. Returns all facts, with the fields that a filter compares.
MATCH (f:Fact {user_id: $user})
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.subject AS subject, f.object AS object,
       f.predicate AS predicate, f.negated AS negated, f.minor AS minor, f.dated AS dated, f.turn_ids AS turns,
       toString(f.valid_at) AS valid_at, toString(f.invalid_at) AS invalid_at

// name: read_new_fact_texts
// Parameters: user, versions. Like read_fact_texts, for the groups in which a fact was written in these versions.
UNWIND $versions AS version
MATCH (n:Fact {user_id: $user, version: version})
WITH DISTINCT n.group_key AS key
MATCH (f:Fact {user_id: $user, group_key: key})
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.subject AS subject, f.object AS object,
       f.predicate AS predicate, f.negated AS negated, f.minor AS minor, f.dated AS dated, f.turn_ids AS turns,
       toString(f.valid_at) AS valid_at, toString(f.invalid_at) AS invalid_at

// name: read_standing
// Parameters: user, predicates. Returns all facts with these predicates, denials included.
MATCH (f:Fact {user_id: $user})-[:SUBJECT]->(e:Entity)
WHERE f.predicate IN $predicates
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.predicate AS predicate, e.name AS subject,
       f.turn_ids AS turns, toString(f.valid_at) AS start, toString(f.invalid_at) AS end

// name: read_new_standing
// Parameters: user, versions, predicates. Like read_standing, for the groups in which a fact was written in these
// versions.
UNWIND $versions AS version
MATCH (w:Fact {user_id: $user, version: version})
WHERE w.predicate IN $predicates
WITH DISTINCT w.group_key AS group
MATCH (f:Fact {user_id: $user, group_key: group})-[:SUBJECT]->(e:Entity)
WHERE f.predicate IN $predicates
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.predicate AS predicate, e.name AS subject,
       f.turn_ids AS turns, toString(f.valid_at) AS start, toString(f.invalid_at) AS end

// name: read_superseded
// Parameters: user. Returns the superseded facts, each with the fact that superseded it.
MATCH (n:Fact {user_id: $user})-[:SUPERSEDES]->(o:Fact)
WHERE NOT o.negated
UNWIND [o, n] AS f
RETURN DISTINCT f.id AS id, f.text AS text, f.group_key AS group, f.turn_ids AS turns, f.negated AS negated,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, null AS reinforced_at, 0 AS reinforcements,
       COLLECT { MATCH (s:Fact)-[:SUPERSEDES]->(f) RETURN s.id } AS succeeded_by

// name: read_new_superseded
// Parameters: user, versions. Like read_superseded, for the groups in which a fact was written in these versions; a
// group without superseded facts is returned without a fact.
UNWIND $versions AS version
MATCH (w:Fact {user_id: $user, version: version})
WITH DISTINCT w.group_key AS group
OPTIONAL MATCH (n:Fact {user_id: $user, group_key: group})-[:SUPERSEDES]->(o:Fact)
WHERE NOT o.negated
UNWIND CASE WHEN o IS NULL THEN [null] ELSE [o, n] END AS f
RETURN DISTINCT group, f.id AS id, f.text AS text, f.turn_ids AS turns, f.negated AS negated,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, null AS reinforced_at, 0 AS reinforcements,
       CASE WHEN f IS NULL THEN [] ELSE COLLECT { MATCH (s:Fact)-[:SUPERSEDES]->(f) RETURN s.id } END AS succeeded_by

// name: read_ended
// Parameters: user. Returns the facts of which a later turn told the end, and that nothing superseded.
MATCH (f:Fact {user_id: $user})
WHERE f.invalid_at IS NOT NULL AND (f.closed_by IS NOT NULL OR size(f.turn_ids) > 1) AND NOT f.negated AND NOT coalesce(f.minor, false)
  AND (f.valid_at IS NULL OR f.valid_at < f.invalid_at) AND NOT EXISTS { MATCH (:Fact)-[:SUPERSEDES]->(f) }
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.turn_ids AS turns, f.negated AS negated,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, null AS reinforced_at, 0 AS reinforcements,
       [] AS succeeded_by

// name: read_new_ended
// Parameters: user, versions. Like read_ended, for the groups in which a fact was written in these versions.
UNWIND $versions AS version
MATCH (w:Fact {user_id: $user, version: version})
WITH DISTINCT w.group_key AS key
MATCH (f:Fact {user_id: $user, group_key: key})
WHERE f.invalid_at IS NOT NULL AND (f.closed_by IS NOT NULL OR size(f.turn_ids) > 1) AND NOT f.negated AND NOT coalesce(f.minor, false)
  AND (f.valid_at IS NULL OR f.valid_at < f.invalid_at) AND NOT EXISTS { MATCH (:Fact)-[:SUPERSEDES]->(f) }
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.turn_ids AS turns, f.negated AS negated,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, null AS reinforced_at, 0 AS reinforcements,
       [] AS succeeded_by

// name: read_entity_nodes
// Parameters: user. Returns the names of entities, and for merged ones the entity that they are now.
MATCH (e:Entity {user_id: $user})
OPTIONAL MATCH (e)-[:MERGED_INTO*1..8]->(o:Entity)
WHERE NOT EXISTS { (o)-[:MERGED_INTO]->(:Entity) }
RETURN e.id AS id, e.name AS name, e.type AS type, e.aliases AS aliases, e.mention_count AS mentions, o.id AS into

// name: read_profile_nodes
// Parameters: user. Returns the profiles of entities, with the turns on which their words rest.
MATCH (e:Entity {user_id: $user})
WHERE e.summary IS NOT NULL OR e.recent IS NOT NULL
RETURN e.id AS id, e.name AS name, e.summary AS summary, e.recent AS recent, e.profile_turns AS turns,
       toString(e.news_at) AS news_at, e.profile_extractive AS extractive

// name: expand_entities
// Parameters: user, ids, words: in lower case, fan_out, times: {start, end} of the intervals in question, each end
// may be null; with no times, every relation counts. Expands one hop along the facts that hold at one of the times,
// and along names that are possibly the same: for each entity, relations that match the words come first, then those
// to entities with few relations.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
CALL (e) {
  MATCH (e)-[r:RELATES_TO]-(o:Entity)
  WHERE size($times) = 0 OR any(t IN $times WHERE
    (t.start IS NULL OR r.invalid_at IS NULL OR r.invalid_at > t.start)
    AND (t.end IS NULL OR r.valid_at IS NULL OR r.valid_at < t.end))
  WITH o, r, COUNT { (o)-[:RELATES_TO]-(:Entity) } AS degree,
       size([w IN $words WHERE toLower(o.name) CONTAINS w OR r.predicate CONTAINS w]) AS fitting
  ORDER BY fitting DESC, degree, r.fact_id
  LIMIT $fan_out
  RETURN o.id AS other, o.name AS name, r.fact_id AS fact, r.predicate AS predicate, degree,
         toString(r.valid_at) AS valid_at, toString(r.invalid_at) AS invalid_at
  UNION ALL
  MATCH (e)-[:MAYBE_SAME]-(o:Entity)
  WITH o, COUNT { (o)-[:RELATES_TO]-(:Entity) } AS degree
  ORDER BY degree, o.id
  LIMIT $fan_out
  RETURN o.id AS other, o.name AS name, null AS fact, null AS predicate, degree,
         null AS valid_at, null AS invalid_at
}
RETURN id, other, name, fact, predicate, degree, valid_at, invalid_at

// name: find_turns_of_entities
// Parameters: user, ids, limit. Returns the latest turns that name an entity.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(t:Turn)
  RETURN t.id AS turn, t.said_at AS said_at
  ORDER BY said_at DESC, turn
  LIMIT $limit
}
RETURN id, turn

// name: find_facts_of_entities
// Parameters: user, ids, words and times as for expand_entities, limit. Returns the facts of an entity that hold at
// one of the times, with their turns: those that match the words first, then the latest.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
CALL (e) {
  MATCH (e)<-[:SUBJECT]-(f:Fact)
  WHERE NOT f.negated AND (size($times) = 0 OR any(t IN $times WHERE
    (t.start IS NULL OR f.invalid_at IS NULL OR f.invalid_at > t.start)
    AND (t.end IS NULL OR f.valid_at IS NULL OR f.valid_at < t.end)))
  RETURN f.id AS fact, f.text AS text, f.turn_ids AS turns, f.reinforced_at AS told,
         size([w IN $words WHERE toLower(f.text) CONTAINS w]) AS fitting
  ORDER BY fitting DESC, told DESC, fact
  LIMIT $limit
}
RETURN id, fact, text, turns, fitting

// name: find_turns_of_facts
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (f:Fact {user_id: $user, id: id})
RETURN id, f.text AS text, f.turn_ids AS turns

// name: find_told_facts
// Parameters: user, ids: of turns. Returns the affirmed facts that they support, but for minor ones.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:ASSERTS]->(:Assertion)-[:SUPPORTS]->(f:Fact)
WHERE NOT f.negated AND NOT coalesce(f.minor, false)
WITH DISTINCT f
RETURN f.id AS id, f.text AS text, f.group_key AS group, f.predicate AS predicate, f.turn_ids AS turns,
       toString(f.valid_at) AS start, toString(f.invalid_at) AS end, toString(f.reinforced_at) AS reinforced_at,
       COLLECT { MATCH (n:Fact)-[:SUPERSEDES]->(f) RETURN n.id } AS succeeded_by

// name: find_summaries
// Parameters: user, grain, start, end (either may be null), limit. Returns the last periods of a grain that overlap an
// interval and have a summary, with the turns under it.
MATCH (p:Period {user_id: $user})
WHERE p.grain = $grain AND p.summary IS NOT NULL
  AND ($start IS NULL OR p.end > $start) AND ($end IS NULL OR p.start < $end)
WITH p ORDER BY p.start DESC LIMIT $limit
RETURN p.id AS id, p.grain AS grain, p.summary AS summary, p.extractive AS extractive,
       toString(p.start) AS start, toString(p.end) AS end,
       COLLECT { MATCH (p)-[:SUMMARISES*1..4]->(t:Turn) RETURN DISTINCT t.id } AS turns

// name: find_facts_in_times
// Parameters: user, times: {start, end}, each end may be null. Returns the facts that begin or happen within one of
// the times, with their turns; not those that were corrected from their beginning.
UNWIND $times AS t
MATCH (f:Fact {user_id: $user})
WHERE NOT f.negated AND f.valid_at IS NOT NULL
  AND (f.invalid_at IS NULL OR f.valid_at < f.invalid_at)
  AND (t.start IS NULL OR f.valid_at >= t.start) AND (t.end IS NULL OR f.valid_at < t.end)
RETURN DISTINCT f.id AS id, f.text AS text, f.turn_ids AS turns, toString(f.valid_at) AS valid_at

// name: find_changes
// Parameters: user, start, end. Returns the facts that began or ended between two moments, with their turns.
MATCH (f:Fact {user_id: $user})
WHERE NOT f.negated AND ((f.valid_at >= $start AND f.valid_at < $end) OR (f.invalid_at >= $start AND f.invalid_at < $end))
  AND (f.invalid_at IS NULL OR f.valid_at IS NULL OR f.valid_at < f.invalid_at)
RETURN f.id AS id, f.text AS text, f.turn_ids AS turns, toString(f.valid_at) AS valid_at,
       toString(f.invalid_at) AS invalid_at

// name: read_memory_nodes
// Parameters: user, system. Returns the memories of a system with their sources; those that wait to be rebuilt have
// no text and are omitted.
MATCH (m:Memory {user_id: $user})
WHERE m.system = $system AND m.text IS NOT NULL
RETURN m.id AS id, m.kind AS kind, m.level AS level, m.ordinal AS ordinal, m.text AS text, m.embedding AS embedding,
       m.extractive AS extractive, toString(m.start) AS start, toString(m.end) AS end,
       toString(m.reinforced_at) AS reinforced_at, m.reinforcements AS reinforcements,
       COLLECT { MATCH (m)-[:SUMMARISES]->(c:Memory) RETURN c.id } AS children,
       COLLECT { MATCH (m)-[:SUMMARISES]->(t:Turn) RETURN t.id } AS turns

// name: read_new_memory_nodes
// Parameters: user, system, versions. Like read_memory_nodes, for memories written in these versions.
UNWIND $versions AS version
MATCH (m:Memory {user_id: $user, version: version})
WHERE m.system = $system AND m.text IS NOT NULL
RETURN m.id AS id, m.kind AS kind, m.level AS level, m.ordinal AS ordinal, m.text AS text, m.embedding AS embedding,
       m.extractive AS extractive, toString(m.start) AS start, toString(m.end) AS end,
       toString(m.reinforced_at) AS reinforced_at, m.reinforcements AS reinforcements,
       COLLECT { MATCH (m)-[:SUMMARISES]->(c:Memory) RETURN c.id } AS children,
       COLLECT { MATCH (m)-[:SUMMARISES]->(t:Turn) RETURN t.id } AS turns

// name: read_topic_nodes
// Parameters: user. Returns the topics of months, with the turns that they were derived from.
MATCH (n:Topic {user_id: $user})
WHERE n.summary IS NOT NULL
RETURN n.id AS id, n.summary AS text, n.embedding AS embedding,
       COLLECT { MATCH (n)-[:WITHIN]->(p:Period) RETURN toString(p.start) } AS starts,
       COLLECT { MATCH (n)-[:WITHIN]->(p:Period) RETURN toString(p.end) } AS ends,
       COLLECT { MATCH (n)-[:DRAWN_FROM]->(t:Turn) RETURN t.id } AS turns

// name: read_persona_nodes
// Parameters: user. Returns the personas of months, with the turns that they were derived from.
MATCH (n:Persona {user_id: $user})
WHERE n.summary IS NOT NULL
RETURN n.id AS id, n.summary AS text, n.embedding AS embedding,
       COLLECT { MATCH (n)-[:WITHIN]->(p:Period) RETURN toString(p.start) } AS starts,
       COLLECT { MATCH (n)-[:WITHIN]->(p:Period) RETURN toString(p.end) } AS ends,
       COLLECT { MATCH (n)-[:DRAWN_FROM]->(t:Turn) RETURN t.id } AS turns
