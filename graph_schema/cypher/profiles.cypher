// Profiles of entities: lasting traits and news.

// name: read_spoken_of
// Parameters: user. Returns the number of turns that each entity spoke or is named in, and the last time.
MATCH (t:Turn {user_id: $user})-[:MENTIONS|SPOKEN_BY]->(e:Entity)
RETURN e.id AS entity, count(t) AS turns, toString(max(t.said_at)) AS last

// name: read_newly_spoken_of
// Parameters: user, versions. Like read_spoken_of, for the turns of these versions.
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
// Parameters: user, ids: of entities, limit. Returns the last turns that name them or that they spoke.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})<-[:MENTIONS|SPOKEN_BY]-(t:Turn)
WITH DISTINCT t
ORDER BY t.said_at DESC, t.id
LIMIT $limit
RETURN t.id AS id, t.text AS text, toString(t.said_at) AS said_at, t.speaker AS speaker

// name: store_profiles
// Parameters: user, rows: {id, summary, recent, turns, extractive, provisional}.
UNWIND $rows AS r
MATCH (e:Entity {user_id: $user, id: r.id})
SET e.summary = r.summary, e.recent = r.recent, e.profile_extractive = r.extractive, e.news = 0,
    e.profile_turns = r.turns,
    e.profile_provisional = CASE WHEN r.provisional THEN true ELSE null END

// name: reopen_profiles
// Parameters: user. Makes profiles due again that were taken from facts and turns.
MATCH (e:Entity {user_id: $user})
WHERE e.profile_extractive
SET e.profile_provisional = true

// name: renew_profiles
// Parameters: user, turns: of news that make a profile due. Profiles that a language model should have written, but
// couldn't, are due too.
MATCH (e:Entity {user_id: $user})
WHERE e.profile_provisional
SET e.news = CASE WHEN e.news > $turns THEN e.news ELSE $turns END

// name: blank_profiles
// Parameters: user, ids: of entities. Deletes the text of the profiles of entities about which something is
// forgotten.
UNWIND $ids AS id
MATCH (e:Entity {user_id: $user, id: id})
WHERE e.summary IS NOT NULL OR e.recent IS NOT NULL
SET e.summary = null, e.recent = null, e.profile_extractive = null, e.profile_provisional = null,
    e.profile_turns = null,
    e.news = coalesce(e.news, 0) + 1
