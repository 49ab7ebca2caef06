import Database
import Edge

/// The parts of the queue's statements that differ between the engines.
struct QueueDialect: Sendable {
  /// The table of unfinished and dead jobs.
  let jobs: SQL
  /// The table of the history.
  let runs: SQL
  /// The table of settings by job name.
  let settings: SQL
  /// The table of hosts.
  let hosts: SQL
  /// The table of the keys that outlast their job.
  let keys: SQL
  /// The table of requests' idempotency keys.
  let idempotencyKeys: SQL
  /// The table of the functions' next starts.
  let rates: SQL
  /// The end of a `SELECT` that locks its rows, and waits for transactions that are changing them.
  let lock: SQL
  /// The end of a `SELECT` that locks its rows, and skips those that another transaction has locked.
  let lockSkippingLocked: SQL
  /// The id of the run that enqueued a job, from the column `origin`.
  let originID: SQL
  /// Statements before one that finds rows by id, which make the planner use the index.
  let findingByID: [SQL]
  /// The test that a column holds one of the values of a subquery.
  let oneOf: @Sendable (_ subquery: SQL) -> SQL
  /// Whether the engine is a server, with concurrent writers and a cost-based planner.
  let isServer: Bool
  /// The expression of the database's time; nil if its clock is the machine's.
  let now: SQL?
  /// A subquery of one column from a bound JSON array.
  let list: @Sendable (_ array: JSONRows, _ type: ColumnType) -> SQL
  /// The expression that reads one column of a bound JSON array of arrays, each of which is a `value`.
  let column: @Sendable (_ index: Int, _ type: ColumnType) -> SQL
  /// The expression of the minute of an instant, as an instant.
  let minute: @Sendable (_ column: SQL) -> SQL
  /// The source of these values for `FROM`.
  let source: @Sendable (_ array: JSONRows) -> SQL

  /// The type of a column of a bound list.
  enum ColumnType: Sendable {
    case integer, text, instant
  }
}

extension QueueDialect {
  init(_ dialect: SQLDialect) {
    self =
      switch dialect {
      case .sqlite: .sqlite
      case .postgres: .postgres
      }
  }

  /// SQLite: one writer at a time, on one machine.
  static let sqlite = QueueDialect(
    jobs: "swiftlet_jobs", runs: "swiftlet_job_runs", settings: "swiftlet_job_settings", hosts: "swiftlet_hosts",
    keys: "swiftlet_job_keys", idempotencyKeys: "swiftlet_idempotency_keys", rates: "swiftlet_job_rates",
    lock: "", lockSkippingLocked: "", originID: "(origin ->> 'id')", findingByID: [], oneOf: { "IN (\($0))" },
    isServer: false, now: nil,
    list: { array, _ in "SELECT value FROM json_each(\(array))" },
    column: { index, _ in "(value ->> \(Self.numeral(index)))" },
    minute: { "substr(\($0), 1, 16) || ':00.000Z'" },
    source: { "json_each(\($0))" })

  /// Postgres: many hosts, with the database's clock.
  ///
  /// The tables are in a separate schema, because PostgREST exposes `public`.
  ///
  /// The tests of the values' types are always true. They lower the planner's row estimate, so that it finds each job
  /// by its id and keeps no plan that scans the table from when that was small. After a vacuum of an empty queue the
  /// planner estimates one row for the table and its indexes, even if a long transaction keeps a hundred thousand dead
  /// rows there. A comparison with one array is the only test for which it still always uses the index.
  static let postgres = QueueDialect(
    jobs: "swiftlet.jobs", runs: "swiftlet.job_runs", settings: "swiftlet.job_settings", hosts: "swiftlet.hosts",
    keys: "swiftlet.job_keys", idempotencyKeys: "swiftlet.idempotency_keys", rates: "swiftlet.job_rates",
    lock: " FOR UPDATE", lockSkippingLocked: " FOR UPDATE SKIP LOCKED", originID: "(origin::json ->> 'id')",
    // With sequential scans off, a full scan has an estimated cost that starts the JIT compiler, which takes 80 ms.
    findingByID: ["SET LOCAL enable_seqscan = off", "SET LOCAL jit = off"],
    oneOf: { "= ANY (ARRAY(\($0)))" }, isServer: true, now: "statement_timestamp()",
    list: { array, type in
      """
      SELECT (value #>> '{}')\(type.cast) FROM jsonb_array_elements(\(array))
      WHERE jsonb_typeof(value) = \(type == .integer ? "'number'" : "'string'" as SQL)
      """
    },
    column: { index, type in "(value ->> \(Self.numeral(index)))\(type.cast)" },
    minute: { "date_trunc('minute', \($0))" },
    source: { "(SELECT value FROM jsonb_array_elements(\($0)) WHERE jsonb_typeof(value) = 'array') AS a" })

  /// A number as literal text of a statement, for an index instead of a bound value.
  static func numeral(_ number: Int) -> SQL { SQL(verbatim: "\(number)") }
}

extension QueueDialect.ColumnType {
  /// The cast of a text to the type, on Postgres.
  var cast: SQL {
    switch self {
    case .integer: "::bigint"
    case .text: ""
    case .instant: "::timestamptz"
    }
  }
}

extension QueueDialect {
  /// A bound list of rows as a table: `(SELECT … AS id, … AS fence FROM …)`.
  func table(_ rows: [[JSONValue]], _ columns: [(name: StaticString, type: ColumnType)]) throws -> SQL {
    var list: SQL = ""
    for (index, column) in columns.enumerated() {
      let separator: SQL = index == 0 ? "" : ", "
      list = "\(list)\(separator)\(self.column(index, column.type)) AS \(raw: column.name)"
    }
    return "(SELECT \(list) FROM \(source(try JSONRows(rows))))"
  }

  /// Names as a subquery of one column.
  func names(_ names: some Sequence<String>) throws -> SQL { list(try JSONRows(Array(names)), .text) }

  /// Ids as a subquery of one column.
  func ids(_ ids: some Sequence<Int64>) -> SQL { list(JSONRows(Array(ids)), .integer) }
}
