"""The queues beside ours, both on uvloop.

    queue_peers.py procrastinate|pgqueuer <at a time> prepare|work|fill <url> [<jobs>]

`work` says "ready" before it waits for jobs, of which it takes or runs so many at a time; `fill` enqueues in one
transaction and says when that was committed.
"""

import sys
import time

import uvloop


async def procrastinate(at_a_time: int, action: str, url: str, count: int) -> None:
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
                await app.run_worker_async(concurrency=at_a_time)


async def pgqueuer(at_a_time: int, action: str, url: str, count: int) -> None:
    import asyncpg
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
            await queuer.run(batch_size=at_a_time)


if __name__ == "__main__":
    name, at_a_time, action, url = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    queue = pgqueuer if name == "pgqueuer" else procrastinate
    uvloop.run(queue(int(at_a_time), action, url, count))
