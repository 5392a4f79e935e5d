// Profiles of entities: what lasts of them, and what is new.

// name: read_spoken_of
// Parameters: user. In how many turns entities spoke or were named, and when last.
MATCH (t:Turn {user_id: $user})-[:MENTIONS|SPOKEN_BY]->(e:Entity)
RETURN e.id AS entity, count(t) AS turns, toString(max(t.said_at)) AS last

// name: read_newly_spoken_of
// Parameters: user, versions. As read_spoken_of, for the turns of these versions.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})-[:MENTIONS|SPOKEN_BY]->(e:Entity)
RETURN e.id AS entity, count(t) AS turns, toString(max(t.said_at)) AS last

// name: count_news
// Parameters: user, rows: {entity, turns, last (as text)}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.entity})
SET e.news = coalesce(e.news, 0) + r.turns,
    e.news_at = CASE WHEN e.news_at > datetime(r.last) THEN e.news_at ELSE datetime(r.last) END

// name: find_due_profiles
// Parameters: user, least: mentions, turns: of news, before (as text), limit.
MATCH (e:Entity {user_id: $user})
WHERE e.news > 0 AND e.mention_count >= $least AND (e.news >= $turns OR e.news_at < datetime($before))
RETURN e.id AS id, e.name AS name
ORDER BY id
LIMIT $limit

// name: read_turns_about
// Parameters: user, ids: of entities, limit. The last turns that name them, or that they spoke.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:MENTIONS|SPOKEN_BY]-(t:Turn)
WITH DISTINCT t
ORDER BY t.said_at DESC, t.id
LIMIT $limit
RETURN t.id AS id, t.text AS text, toString(t.said_at) AS said_at, t.speaker AS speaker

// name: store_profiles
// Parameters: user, rows: {id, summary, recent, extractive, provisional}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
SET e.summary = r.summary, e.recent = r.recent, e.profile_extractive = r.extractive, e.news = 0,
    e.profile_provisional = CASE WHEN r.provisional THEN true ELSE null END

// name: renew_profiles
// Parameters: user, turns: of news that make a profile due. Those that a language model was to write, and could not, are due.
MATCH (e:Entity {user_id: $user})
WHERE e.profile_provisional
SET e.news = CASE WHEN e.news > $turns THEN e.news ELSE $turns END

// name: blank_profiles
// Parameters: user, ids: of entities. Takes the words out of the profiles of those of whom something is forgotten.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE e.summary IS NOT NULL OR e.recent IS NOT NULL
SET e.summary = null, e.recent = null, e.news = coalesce(e.news, 0) + 1
