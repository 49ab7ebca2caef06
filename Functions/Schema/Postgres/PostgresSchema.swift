/// The texts of the migrations on Postgres, with the seeds' own types, indexes and policies.
enum PostgresSchema {}
