// Results of consolidation: memories, and the progress of each structure.

// name: open_structure
// Parameters: user, structure, state (of a new structure). Runs under a lease for the structure.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
MERGE (s:Structure {user_id: $user, id: $structure})
ON CREATE SET s.seen = 0, s.target = 0, s.state = $state
RETURN s.seen AS seen, s.target AS target, s.state AS state, toString(s.changed_from) AS changed_from,
       toString(s.provisional_from) AS provisional_from, toString(s.ask_at) AS ask_at, coalesce(s.asked, 0) AS asked,
       coalesce(u.touched, u.version) AS touched

// name: advance_structure
// Parameters: user, structure, seen, target, state, changed_from, provisional_from, times as text.
MATCH (s:Structure {user_id: $user, id: $structure})
SET s.seen = $seen, s.target = $target, s.state = $state,
    s.changed_from = datetime($changed_from), s.provisional_from = datetime($provisional_from)

// name: find_structures
// Parameters: user, ids. Returns the state in which each structure was left, and the last change that may concern
// it.
UNWIND $ids AS id
MATCH (s:Structure {user_id: $user, id: id})
MATCH (u:User {id: $user})
RETURN id, s.looked AS looked, s.changed_from IS NOT NULL AS changed, toString(s.due_at) AS due_at,
       coalesce(u.touched, u.version) AS touched

// name: finish_structure
// Parameters: user, structure, touched, due_at, ask_at, times as text, asked. Records that all work due at that time is
// done. A language model that was unavailable (asked: how many times in a row) is called again at ask_at.
MATCH (s:Structure {user_id: $user, id: $structure})
SET s.looked = $touched, s.due_at = datetime($due_at), s.ask_at = datetime($ask_at), s.asked = $asked

// name: find_extractive_memories
// Parameters: user. Returns when the first memory taken from turns begins, by structure.
MATCH (m:Memory {user_id: $user})
WHERE m.extractive
RETURN m.system AS structure, toString(min(m.start)) AS since

// name: change_structures
// Parameters: user, at (as text). Requests that everything made from turns since then is rebuilt.
MATCH (s:Structure {user_id: $user})
SET s.changed_from = CASE WHEN s.changed_from < datetime($at) THEN s.changed_from ELSE datetime($at) END

// name: read_added_turns
// Parameters: user, versions, seen. Returns the places of the turns that were stored after version `seen`. The
// version of a turn rises whenever something is extracted from it; `added` stays.
UNWIND $versions AS version
MATCH (t:Turn {user_id: $user, version: version})
WHERE coalesce(t.added, t.version) > $seen
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added

// name: read_all_added_turns
// Parameters: user. Like read_added_turns, for all turns.
MATCH (t:Turn {user_id: $user})
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added

// name: read_turns_of_sessions
// Parameters: user, ids. Like read_added_turns, for all turns of sessions.
UNWIND $ids AS id
MATCH (:Session {user_id: $user, id: id})<-[:IN_SESSION]-(t:Turn)
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added

// name: read_turns_from
// Parameters: user, ids: of turns. Like read_added_turns, for these turns and all later ones in their sessions.
UNWIND $ids AS id
MATCH (:Turn {user_id: $user, id: id})-[:NEXT*0..]->(t:Turn)
RETURN t.id AS id, t.session_id AS session, t.seq AS seq, t.speaker AS speaker, t.role AS role,
       toString(t.said_at) AS said_at, coalesce(t.added, t.version) AS added

// name: read_turns_told
// Parameters: user, ids. Returns the words of turns with speaker, time and vector.
UNWIND $ids AS id
MATCH (t:Turn {user_id: $user, id: id})
RETURN id, t.text AS text, t.speaker AS speaker, toString(t.said_at) AS said_at, t.embedding AS embedding

// name: begin_memories
// Parameters: user. Like begin_version, for writes of structures, which no structure has to examine.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.version = u.version + 1
RETURN u.version AS version, u.embedder AS embedder

// name: read_memory_vectors
// Parameters: user, ids: of memories. Returns the vectors of their texts.
UNWIND $ids AS id
MATCH (m:Memory {user_id: $user, id: id})
RETURN m.id AS id, m.embedding AS embedding

// name: begin_shedding
// Parameters: user. Like begin_memories, for deletions of memories: the indexes load those of this user anew.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
SET u.version = u.version + 1, u.memory_epoch = coalesce(u.memory_epoch, 0) + 1
RETURN u.version AS version, u.embedder AS embedder

// name: store_memories
// Parameters: user, version, rows: {id, system, kind, level, ordinal, start, end, text, embedding, extractive,
// reinforcements, reinforced_at, properties}, times as text; properties are specific to the system.
UNWIND $rows AS r
MERGE (m:Memory {user_id: $user, id: r.id})
SET m += r.properties
SET m.system = r.system, m.kind = r.kind, m.level = r.level, m.ordinal = r.ordinal, m.text = r.text,
    m.start = datetime(r.start), m.end = datetime(r.end), m.embedding = r.embedding, m.next_embedding = null,
    m.extractive = r.extractive,
    m.reinforcements = r.reinforcements, m.reinforced_at = datetime(r.reinforced_at), m.dirty = false,
    m.version = $version

// name: unlink_summarised
// Parameters: user, ids: of memories. Deletes the edges to their sources.
UNWIND $ids AS id
MATCH (:Memory {user_id: $user, id: id})-[s:SUMMARISES]->()
DELETE s

// name: link_summarised_<label>
// for each label: Turn, Memory
// Parameters: user, pairs: {memory, of}.
UNWIND $pairs AS r
MATCH (m:Memory {user_id: $user, id: r.memory})
MATCH (n:<label> {user_id: $user, id: r.of})
MERGE (m)-[:SUMMARISES]->(n)

// name: link_within
// Parameters: user, pairs: {memory, period}. A memory lies within one period.
UNWIND $pairs AS r
MATCH (m:Memory {user_id: $user, id: r.memory})
MATCH (p:Period {user_id: $user, id: r.period})
OPTIONAL MATCH (m)-[old:WITHIN]->(:Period)
DELETE old
CREATE (m)-[:WITHIN]->(p)

// name: unlink_within
// Parameters: user, ids: of memories that lie within no period.
UNWIND $ids AS id
MATCH (:Memory {user_id: $user, id: id})-[w:WITHIN]->(:Period)
DELETE w

// name: delete_memories
// Parameters: user, ids. Runs in a transaction that began with begin_shedding.
UNWIND $ids AS id
MATCH (m:Memory {user_id: $user, id: id})
DETACH DELETE m

// name: blank_memories
// Parameters: user, at (as text). Deletes the text of every memory that may hold words said since then, because such
// turns are among its sources, or it was written with knowledge of earlier memories. The structures rebuild them.
MATCH (m:Memory {user_id: $user})
WHERE m.end >= datetime($at)
SET m.text = null, m.embedding = null, m.next_embedding = null, m.total = null, m.settled = null, m.dirty = true

// name: read_memories
// Parameters: user, system. Returns all memories of a system, without their vectors, and their places in its tree.
MATCH (m:Memory {user_id: $user})
WHERE m.system = $system
RETURN m.id AS id, m.kind AS kind, m.level AS level, m.ordinal AS ordinal, toString(m.start) AS start,
       toString(m.end) AS end, m.text AS text, m.extractive AS extractive, m.dirty AS dirty,
       m.above AS above, m.due AS due, m.session AS session, m.seq AS seq, m.lead AS lead,
       m.reinforcements AS reinforcements
ORDER BY level, ordinal

// name: read_memory_words
// Parameters: user, ids: of memories. Returns their texts and starts.
UNWIND $ids AS id
MATCH (m:Memory {user_id: $user, id: id})
RETURN m.id AS id, toString(m.start) AS start, m.text AS text, m.extractive AS extractive

// name: read_window
// Parameters: user, windows: names of intervals within which similar memories are merged. Returns the memories made
// in each so far, with the vector of their leading event.
UNWIND $windows AS window
MATCH (m:Memory {window: window, user_id: $user})
MATCH (l:Memory {user_id: $user, id: m.lead})
RETURN m.window AS window, m.id AS id, m.level AS level, m.ordinal AS ordinal, toString(m.start) AS start,
       toString(m.end) AS end, m.above AS above, m.lead AS lead, m.reinforcements AS reinforcements, m.parts AS parts,
       m.told AS told, toString(l.start) AS led_at, l.embedding AS vector

// name: join_memories
// Parameters: user, rows: {id, above}. Records the memory into which each was merged.
UNWIND $rows AS r
MATCH (m:Memory {user_id: $user, id: r.id})
SET m.above = r.above
