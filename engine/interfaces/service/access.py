"""Access control: the memory that a request may reach. Every path of a user goes through `user_of`."""

from typing import Annotated

from fastapi import Depends, HTTPException, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from chronomem.engine.interfaces.http.tokens import ADMIN, Caller, Tokens
from chronomem.graph_schema.model.checks import MAX_NAME, check_name

_BEARER = HTTPBearer(auto_error=False, description="A token of a user, or of an administrator.")
_ASK = {"WWW-Authenticate": "Bearer"}


async def caller_of(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)]
) -> Caller:
    """Return the sender of a request; without any tokens, everybody who reaches the service is its owner."""
    tokens: Tokens = request.app.state.tokens
    if not tokens:
        return ADMIN
    if given is None:
        raise HTTPException(401, "send a token: Authorization: Bearer …", _ASK)
    caller = tokens.caller(given.credentials)
    if caller is None:
        raise HTTPException(401, "unknown token; send one from the service's file of tokens", _ASK)
    return caller


async def user_of(
    user: Annotated[str, Path(max_length=MAX_NAME, examples=["ann"], description="The user's id.")],
    caller: Annotated[Caller, Depends(caller_of)],
) -> str:
    """Return the user named in the path, if the caller may access their memory."""
    if not caller.may_see(name := check_name(user, "user")):
        raise HTTPException(403, "this token is for another user's memory")
    return name


async def admin_of(caller: Annotated[Caller, Depends(caller_of)]) -> Caller:
    """Admit administrators only."""
    if not caller.is_admin:
        raise HTTPException(403, "only administrators may do this; send an administrator's token")
    return caller


UserName = Annotated[str, Depends(user_of)]
Admin = Annotated[Caller, Depends(admin_of)]
