/// The texts on Postgres of the three longest migrations: ``Migration/swivo``, ``Migration/shvil`` and
/// ``Migration/shvilHunts``.
enum PostgresSchema {}
