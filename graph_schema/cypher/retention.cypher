// Retention: what is due, and the receipts of what was erased. Receipts hold no ids or words, but hashes of ids.

// name: constrain_receipt
CREATE CONSTRAINT receipt_key IF NOT EXISTS FOR (n:Receipt) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: note_expiry
// Parameters: user, at: as text. Notes on the user when something of it expires next.
MATCH (u:User {id: $user})
WHERE u.next_expiry IS NULL OR u.next_expiry > datetime($at)
SET u.next_expiry = datetime($at)

// name: find_users_due
// Parameters: users: ids, now, since, policies: whether there are any. Returns those of whom something has expired, and
// with policies those to whom they were last applied before.
UNWIND $users AS id
MATCH (u:User {id: id})
WHERE u.forgotten IS NULL AND (u.next_expiry <= datetime($now)
      OR ($policies AND (u.retained_at IS NULL OR u.retained_at <= datetime($since))))
RETURN u.id AS user

// name: find_expired_turns
// Parameters: user, now: as text. Returns turns in order of time, like the statements below.
MATCH (t:Turn {user_id: $user})
WHERE t.expires_at <= datetime($now)
RETURN t.id AS id
ORDER BY t.said_at, t.seq

// name: find_old_turns
// Parameters: user, before: as text, role: or null for all.
MATCH (t:Turn {user_id: $user})
WHERE t.said_at < datetime($before) AND ($role IS NULL OR t.role = $role)
RETURN t.id AS id
ORDER BY t.said_at, t.seq

// name: find_expired_assertions
// Parameters: user, now: as text.
MATCH (a:Assertion {user_id: $user})
WHERE a.expires_at <= datetime($now)
RETURN a.id AS id
ORDER BY id

// name: find_old_sourced
// Parameters: user, source, before: as text.
MATCH (:Source {user_id: $user, id: $source})-[:ASSERTS]->(a:Assertion)
WHERE a.said_at < datetime($before)
RETURN a.id AS id
ORDER BY id

// name: find_old_of_predicate
// Parameters: user, predicate, before: as text. Returns the assertions of facts that were last said before, unless they
// support another fact as well.
MATCH (f:Fact {user_id: $user})<-[:SUPPORTS]-(a:Assertion)
WHERE f.predicate = $predicate AND f.reinforced_at < datetime($before)
  AND NOT EXISTS {
    MATCH (a)-[:SUPPORTS]->(o:Fact)
    WHERE o.predicate <> $predicate OR o.reinforced_at >= datetime($before)
  }
RETURN DISTINCT a.id AS id
ORDER BY id

// name: find_long_closed
// Parameters: user, before: as text. Returns the assertions of facts that ended, and were last said, before.
MATCH (f:Fact {user_id: $user})<-[:SUPPORTS]-(a:Assertion)
WHERE f.invalid_at < datetime($before) AND f.reinforced_at < datetime($before)
  AND NOT EXISTS {
    MATCH (a)-[:SUPPORTS]->(o:Fact)
    WHERE o.invalid_at IS NULL OR o.invalid_at >= datetime($before) OR o.reinforced_at >= datetime($before)
  }
RETURN DISTINCT a.id AS id
ORDER BY id

// name: find_assertions_by_id
// Parameters: user, ids.
UNWIND $ids AS id
MATCH (a:Assertion {user_id: $user, id: id})
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object

// name: find_retractions_of
// Parameters: user, source: the operator's, turn: with what the origin of a turn begins, ids: of assertions. Returns the
// retractions of nothing but these, none of which comes from a turn, and what was stated in their place.
MATCH (s:Source {user_id: $user, id: $source})-[:ASSERTS]->(r:Assertion)
WHERE r.retracts AND all(id IN r.contradicts WHERE id IN $ids)
  AND none(origin IN r.withdraws WHERE origin STARTS WITH $turn)
MATCH (s)-[:ASSERTS]->(a:Assertion)
WHERE a.id = r.id OR r.id IN a.refines
RETURN a.id AS id, a.subject AS subject, a.predicate AS predicate, a.object AS object

// name: store_receipt
// Parameters: user, id, at, policy, turns, assertions, entities, hashes.
CREATE (r:Receipt {user_id: $user, id: $id, at: $at, policy: $policy, turns: $turns, assertions: $assertions,
                   entities: $entities, hashes: $hashes})

// name: note_retained
// Parameters: user, now. Notes when the policies were applied, and when something of the user expires next.
MATCH (u:User {id: $user})
SET u.retained_at = $now, u.next_expiry = null
WITH u
OPTIONAL MATCH (t:Turn {user_id: $user})
WHERE t.expires_at IS NOT NULL
WITH u, min(t.expires_at) AS turn
OPTIONAL MATCH (a:Assertion {user_id: $user})
WHERE a.expires_at IS NOT NULL
WITH u, turn, min(a.expires_at) AS fact
SET u.next_expiry = CASE WHEN turn IS NULL OR fact < turn THEN fact ELSE turn END

// name: read_receipts
// Parameters: user, or null for all.
MATCH (r:Receipt)
WHERE $user IS NULL OR r.user_id = $user
RETURN r.user_id AS user, r.at AS at, r.policy AS policy, r.turns AS turns, r.assertions AS assertions,
       r.entities AS entities, r.hashes AS hashes
ORDER BY r.user_id, r.id
