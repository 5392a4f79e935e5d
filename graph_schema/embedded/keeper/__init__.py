"""The keeper: one small process per data folder that owns the database server of that folder.

It is run as ``python -I -S`` and this folder, and reads a plan (JSON) from standard input. Besides its own modules it
imports only the standard library, so that it starts in some 30 ms and stays small. The keeper

1. takes the exclusive lock of the folder; if another process holds it, exits at once with ``LOCK_HELD`` (after ending
   a Java whose keeper was killed, if the operating system did not);
2. listens on a loopback port and writes the port and two secrets to ``keeper.json``, which only its owner can read;
3. starts Java and, once it answers, sends every client the server's endpoint;
4. stops Java and exits when its last client has gone: at once if that client took its leave and no client asked the
   server to stay, or after ``linger_s`` if the connection just broke;
5. exits when Java ends by itself; the clients see their connections close, and start a new keeper;
6. while nobody uses the server, makes room for a client that would start a different one, and kills Java if the folder
   was deleted or moved, or another keeper has announced itself in it;
7. once Java has stopped, starts the command that creates the ahead-of-time cache of Java, if the plan has one.

Java inherits the lock: it is free only when neither of the two is alive.

Protocol: lines of JSON over TCP. The client sends ``{"token": …}`` and the keeper answers at once with
``{"state": "known", "proof": …}``, so that each knows that the other has read ``keeper.json``. Then the keeper sends
``{"state": "ready", "server": {…}}``, or ``{"state": "failed", "reason": …, "log": …}`` and closes the connection. The
client may send ``{"ask": "ping"}`` (answered with ``ready`` while the server is alive) and ``{"ask": "leave"}``, after
which the keeper closes the connection; for the last client, once the server has stopped. With ``"stay_s"``, the server
keeps running that long for the next client; ``{"ask": "stop"}`` cancels all such requests. With ``"identity"`` beside
its token, a client says which server it would start: if the running one differs and nobody uses it, the keeper stops it
and closes the connection. Clients of older versions send none of these three, and older keepers ignore them.
"""
