// Memories of recurring content: the system recmem. An episode keeps the index of the exchange that began it
// (begun_by) and the indices of all its exchanges (members), counted over the user's exchanges in order.

// name: read_episodes
// Parameters: user. Returns all episodes, without their text.
MATCH (m:Memory {user_id: $user})
WHERE m.system = 'recmem' AND m.kind = 'episode'
RETURN m.id AS id, m.begun_by AS begun_by, m.members AS members
ORDER BY begun_by

// name: read_turn_vectors
// Parameters: user.
MATCH (t:Turn {user_id: $user})
RETURN t.id AS id, t.embedding AS embedding
