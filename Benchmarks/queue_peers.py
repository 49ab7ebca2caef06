"""The queues beside ours: `queue_peers.py procrastinate|pgqueuer prepare|work|fill <url> [<jobs>]`.

`work` says "ready" once it waits for jobs; `fill` enqueues in one transaction and says when it was committed. Each runs as
its documentation has it for many small asynchronous jobs.
"""

import asyncio
import os
import sys
import time

# What each did best with, of 10, 50, 100, 200, 500 and 1,000.
CONCURRENCY = {"procrastinate": int(os.environ.get("PC", 50)), "pgqueuer": int(os.environ.get("PQ", 500))}


async def procrastinate(action: str, url: str, count: int) -> None:
    import procrastinate as library

    app = library.App(connector=library.PsycopgConnector(conninfo=url, max_size=16))

    @app.task(name="nothing")
    async def nothing() -> None:
        pass

    async with app.open_async():
        match action:
            case "prepare":
                await app.schema_manager.apply_schema_async()
            case "fill":
                await nothing.batch_defer_async(*[{} for _ in range(count)])
                print(time.time(), flush=True)
            case "work":
                print("ready", flush=True)
                # `delete_jobs` would spare it the finished rows, but it keeps no other history.
                await app.run_worker_async(concurrency=CONCURRENCY["procrastinate"])


async def pgqueuer(action: str, url: str, count: int) -> None:
    import asyncpg
    import uvloop
    from pgqueuer import AsyncpgDriver, PgQueuer, Queries

    connection = await asyncpg.connect(url)
    queries = Queries(AsyncpgDriver(connection))
    match action:
        case "prepare":
            await queries.install()
        case "fill":
            await queries.enqueue(["nothing"] * count, [None] * count, [0] * count)
            print(time.time(), flush=True)
        case "work":
            queuer = PgQueuer(AsyncpgDriver(connection))

            @queuer.entrypoint("nothing")
            async def nothing(job) -> None:
                pass

            print("ready", flush=True)
            await queuer.run(batch_size=CONCURRENCY["pgqueuer"])


if __name__ == "__main__":
    name, action, url = sys.argv[1:4]
    count = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    if name == "pgqueuer":
        import uvloop

        uvloop.run(pgqueuer(action, url, count))
    else:
        asyncio.run(procrastinate(action, url, count))
