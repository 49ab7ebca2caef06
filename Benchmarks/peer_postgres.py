"""The peer with a database: one Starlette process on uvicorn with uvloop, whose driver is asyncpg.

SUPABASE_JWT_SECRET=… python peer_postgres.py <url> <port> <connections>
"""

import contextlib
import os
import sys
import uuid

import asyncpg
import jwt
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from data import growing_id

URL, PORT, CONNECTIONS = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SECRET = os.environ["SUPABASE_JWT_SECRET"]

HOLD = "SELECT FROM sessions s WHERE s.id = $1 FOR NO KEY UPDATE OF s"
INSERT = """
    INSERT INTO likes (id, session_id, option_id, user_id, match_found, created_at)
    SELECT $1, s.id, $3, $4, false, now()
    FROM sessions s
    WHERE s.id = $2 AND s.status = 'open'
      AND NOT ((SELECT count(*) FROM likes l WHERE l.session_id = s.id AND l.option_id = $3) + 1 >= s.quorum_n)
      AND EXISTS (SELECT 1 FROM session_participants p WHERE p.session_id = s.id AND p.user_id = $4)
      AND EXISTS (SELECT 1 FROM session_options o WHERE o.session_id = s.id AND o.option_id = $3)
    ON CONFLICT (session_id, option_id, user_id) DO NOTHING RETURNING match_found
    """
pool: asyncpg.Pool


async def like_option(request: Request) -> JSONResponse:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        claims = jwt.decode(token, SECRET, algorithms=["HS256"], audience="authenticated")
        user = uuid.UUID(claims["sub"])
    except (jwt.InvalidTokenError, KeyError, ValueError):
        return JSONResponse({"code": "UNAUTHORIZED", "message": "Invalid JWT"}, 401)
    try:
        content = await request.json()
        session, option = uuid.UUID(content["session_id"]), uuid.UUID(content["option_id"])
    except (KeyError, TypeError, ValueError):
        return JSONResponse({"error": {"code": "VALIDATION_ERROR"}}, 400)
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute(HOLD, session)
        found = await connection.fetchval(INSERT, growing_id(), session, option, user)
    if found is None:
        return JSONResponse({"error": {"code": "CONFLICT"}}, 409)
    return JSONResponse({"success": True, "match_found": found, "matched_option_id": str(option) if found else None})


async def health(_: Request) -> JSONResponse:
    return JSONResponse({"status": "ok"})


@contextlib.asynccontextmanager
async def lifespan(_: Starlette):
    global pool
    # Clean by construction: what `reset` would ask the server after each request is left out.
    async def nothing(_: asyncpg.Connection) -> None:
        pass

    async with asyncpg.create_pool(URL, min_size=CONNECTIONS, max_size=CONNECTIONS, reset=nothing) as pool:
        yield


app = Starlette(lifespan=lifespan, routes=[
    Route("/functions/v1/like_option", like_option, methods=["POST"]),
    Route("/functions/v1/_internal/health", health),
])
uvicorn.run(app, host="127.0.0.1", port=PORT, loop="uvloop", http="httptools", access_log=False, log_level="warning")
