// Re-embedding: the vectors of another embedder are made beside the old ones, as next_embedding, and take their place
// user by user once each has all of its own. Whoever changes a text removes its next_embedding.

// name: read_embedders
// Returns all users with the embedder that made their vectors.
MATCH (u:User)
WHERE u.forgotten IS NULL
RETURN u.id AS user, u.embedder AS embedder
ORDER BY user

// name: name_embedders
// Parameters: embedder. Names the embedder of users who were stored before users named it.
MATCH (u:User)
WHERE u.embedder IS NULL
SET u.embedder = $embedder

// name: begin_reembedding
// Parameters: embedder.
MATCH (s:Schema {id: 'chronomem'})
SET s.next_embedder = $embedder

// name: finish_reembedding
// Parameters: embedder, dimensions.
MATCH (s:Schema {id: 'chronomem'})
SET s.embedder = $embedder, s.dimensions = $dimensions, s.next_embedder = null

// name: find_unembedded_<label>
// for each label words: Turn text, Memory text, Topic summary, Persona summary, Period summary
// Parameters: user. Returns the nodes with a text that have no next vector.
MATCH (n:<label> {user_id: $user})
WHERE n.<words> IS NOT NULL AND n.next_embedding IS NULL
RETURN n.id AS id

// name: read_words_<label>
// for each label words: Turn text, Memory text, Topic summary, Persona summary, Period summary
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (n:<label> {user_id: $user, id: id})
WHERE n.<words> IS NOT NULL
RETURN id, n.<words> AS text

// name: store_next_<label>
// for each label words: Turn text, Memory text, Topic summary, Persona summary, Period summary
// Parameters: user, rows: {id, text, embedding; of turns also passages, passage_words}. Leaves out nodes whose text has
// changed.
UNWIND $rows AS r
MATCH (n:<label> {user_id: $user, id: r.id})
WHERE n.<words> = r.text
SET n.next_embedding = r.embedding, n.next_passages = r.passages, n.next_passage_words = r.passage_words

// name: find_embedded_<label>
// for each label: Turn, Memory, Topic, Persona, Period
// Parameters: user. Returns the nodes that have a next vector.
MATCH (n:<label> {user_id: $user})
WHERE n.next_embedding IS NOT NULL
RETURN n.id AS id

// name: take_next_Turn
// Parameters: user, ids. Puts the next vectors in the place of the old ones; without next vectors of its passages, a turn
// has none.
UNWIND $ids AS id
MATCH (n:Turn {user_id: $user, id: id})
WHERE n.next_embedding IS NOT NULL
WITH n, n.next_embedding AS whole, n.next_passages AS passages, n.next_passage_words AS words
SET n.embedding = whole, n.passages = passages, n.passage_words = words,
    n.next_embedding = null, n.next_passages = null, n.next_passage_words = null

// name: take_next_<label>
// for each label: Memory, Topic, Persona, Period
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (n:<label> {user_id: $user, id: id})
WHERE n.next_embedding IS NOT NULL
WITH n, n.next_embedding AS whole
SET n.embedding = whole, n.next_embedding = null

// name: drop_next_<label>
// for each label: Turn, Memory, Topic, Persona, Period
// Parameters: user, ids. Removes the vectors of an embedder that nobody wants any more.
UNWIND $ids AS id
MATCH (n:<label> {user_id: $user, id: id})
SET n.next_embedding = null, n.next_passages = null, n.next_passage_words = null

// name: switch_embedder
// Parameters: user, embedder. Like begin_deletion: the indexes of this user are loaded anew, by those who have this
// embedder; others can neither read nor write.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.version = u.version + 1, u.epoch = u.epoch + 1, u.memory_epoch = coalesce(u.memory_epoch, 0) + 1,
    u.embedder = $embedder
WITH u
SET u.touched = u.version, u.due_at = 0
RETURN u.version AS version
