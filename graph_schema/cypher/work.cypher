// Who works for whom, and when: leases, and the time at which something is due for a user.

// name: constrain_lease
CREATE CONSTRAINT lease_key IF NOT EXISTS FOR (n:Lease) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: index_user_due
CREATE INDEX user_due IF NOT EXISTS FOR (n:User) ON (n.due_at)

// name: take_lease
// Parameters: user, purpose, holder, dead: a holder whose process has ended, or null, ms. Returns the fencing number if
// the lease was free or had expired by the server's clock, and its last holder. The first SET locks the node, so that
// two workers look one after the other.
MATCH (u:User {id: $user})
WHERE u.forgotten IS NULL
MERGE (l:Lease {user_id: $user, id: $purpose})
SET l.fence = coalesce(l.fence, 0)
WITH l, l.holder AS before
WHERE before IS NULL OR before = $dead OR l.until <= timestamp()
SET l.fence = l.fence + 1, l.holder = $holder, l.until = timestamp() + $ms
RETURN l.fence AS fence, before

// name: read_lease
// Parameters: user, purpose.
MATCH (l:Lease {user_id: $user, id: $purpose})
RETURN l.holder AS holder

// name: keep_lease
// Parameters: user, purpose, holder, fence, ms. Extends a lease and locks it until the end of the transaction; returns
// nothing if another has it, or if it was broken.
MATCH (l:Lease {user_id: $user, id: $purpose})
SET l.fence = coalesce(l.fence, 0)
WITH l
WHERE l.holder = $holder AND l.fence = $fence
SET l.until = timestamp() + $ms
RETURN l.fence AS fence

// name: release_lease
// Parameters: user, purpose, holder, fence.
MATCH (l:Lease {user_id: $user, id: $purpose})
WHERE l.holder = $holder AND l.fence = $fence
SET l.holder = null, l.until = null

// name: break_leases
// Parameters: user. Workers on structures can write nothing more, because they may be using forgotten content. What is
// extracted is compared with the queue.
MATCH (l:Lease {user_id: $user})
WHERE l.id <> 'extraction'
SET l.fence = l.fence + 1, l.holder = null, l.until = null

// name: list_due_users
// Parameters: until, after: milliseconds since 1970, last: a user, limit. Returns the users for whom something is due,
// those behind (after, last), the longest due first.
MATCH (u:User)
WHERE u.due_at >= $after AND u.due_at <= $until AND (u.due_at > $after OR u.id > $last) AND u.forgotten IS NULL
RETURN u.id AS user, u.due_at AS due_at
ORDER BY due_at, user
LIMIT $limit

// name: count_due_users
// Parameters: until. Returns the number of users for whom something is due, and since when.
MATCH (u:User)
WHERE u.due_at <= $until
RETURN count(u) AS users, min(u.due_at) AS since

// name: read_due
// Parameters: user, structures, extractor. Returns what waits for a user, and when something will be due: the entries of
// the queue without a time and the first time of the others, the structures that have seen all changes and the first
// time for which one waits, the first expiry; times as text.
MATCH (u:User {id: $user})
WITH u, coalesce(u.touched, u.version) AS touched
OPTIONAL MATCH (q:Unread {user_id: $user})
WHERE q.set_aside_by IS NULL OR q.set_aside_by <> $extractor
WITH u, touched, count(q) - count(q.due_at) AS waiting, min(q.due_at) AS entry
OPTIONAL MATCH (s:Structure {user_id: $user})
WHERE s.id IN $structures
WITH u, touched, waiting, entry, min(s.due_at) AS structure,
     sum(CASE WHEN s.looked >= touched AND s.changed_from IS NULL THEN 1 ELSE 0 END) AS current
RETURN touched, u.due_at AS due_at, waiting, entry, current, toString(structure) AS structure,
       toString(u.next_expiry) AS expiry, toString(u.retained_at) AS retained

// name: settle_user
// Parameters: user, touched, due_at: or null, before: the due time that was found, or null for any. Notes when something
// is due next, unless the user was changed meanwhile, or settled by another worker. A SET that calculates with the
// property that it sets locks the node before it reads anything of it.
MATCH (u:User {id: $user})
SET u.due_at = CASE WHEN coalesce(u.touched, u.version) = $touched AND ($before IS NULL OR u.due_at = $before)
                    THEN $due_at ELSE u.due_at END

// name: postpone_user
// Parameters: user, due_at.
MATCH (u:User {id: $user})
SET u.due_at = $due_at

// name: make_user_due
// Parameters: user, now.
MATCH (u:User {id: $user})
SET u.due_at = CASE WHEN u.due_at < $now THEN u.due_at ELSE $now END

// name: make_users_due
// Parameters: after: a user, limit, now. Makes something due for the next users in the order of their ids, and returns
// the last of them.
MATCH (u:User)
WHERE u.id > $after
WITH u ORDER BY u.id LIMIT $limit
SET u.due_at = CASE WHEN u.due_at < $now THEN u.due_at ELSE $now END
RETURN max(u.id) AS last

// name: page_users
// Parameters: after: a user, limit. Returns the next users in the order of their ids.
MATCH (u:User)
WHERE u.id > $after
RETURN u.id AS user
ORDER BY user
LIMIT $limit

// name: write_work
// Parameters: work: a fingerprint of what the settings have done for every user.
MATCH (s:Schema {id: 'chronomem'})
SET s.work = $work
