// Usage of language models by user, with its token counts. It is stored without a change of the user's version: no
// index holds it, so no reader needs to load anything again.

// name: constrain_usage
CREATE CONSTRAINT usage_key IF NOT EXISTS FOR (n:Usage) REQUIRE (n.user_id, n.id) IS UNIQUE

// name: record_usage
// Parameters: user, id, purpose, model, and the counts to add. A user who has been forgotten meanwhile gets no
// record.
MATCH (owner:User {id: $user})
WHERE owner.forgotten IS NULL
MERGE (u:Usage {user_id: $user, id: $id})
ON CREATE SET u.purpose = $purpose, u.model = $model, u.calls = 0, u.prompt_tokens = 0, u.answer_tokens = 0,
              u.cached = 0, u.saved_tokens = 0
SET u.calls = u.calls + $calls, u.prompt_tokens = u.prompt_tokens + $prompt_tokens,
    u.answer_tokens = u.answer_tokens + $answer_tokens, u.cached = u.cached + $cached,
    u.saved_tokens = u.saved_tokens + $saved_tokens

// name: list_usage
// Parameters: user, or null for all.
MATCH (u:Usage)
WHERE $user IS NULL OR u.user_id = $user
RETURN u.user_id AS user, u.purpose AS purpose, u.model AS model, u.calls AS calls, u.prompt_tokens AS prompt_tokens,
       u.answer_tokens AS answer_tokens, u.cached AS cached, u.saved_tokens AS saved_tokens
ORDER BY user, purpose, model
