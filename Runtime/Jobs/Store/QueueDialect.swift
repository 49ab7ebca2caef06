import Database
import Edge

/// What differs between the engines in the statements of the queue; all else is one text for both.
struct QueueDialect: Sendable {
  /// The table of the work that is still to do.
  let jobs: SQL
  /// The table of the history.
  let runs: SQL
  /// The table of what is remembered of a job by name.
  let settings: SQL
  /// The table of the hosts that are up.
  let hosts: SQL
  /// The table of the keys that outlast their job.
  let keys: SQL
  /// The table of the functions' next starts.
  let rates: SQL
  /// Ends a `SELECT` of rows that this transaction is about to change: it waits for whoever changes them now.
  let lock: SQL
  /// The same, but passes over rows that somebody else is changing.
  let lockWhatIsFree: SQL
  /// What comes before a statement that finds rows by their ids, lest the planner takes a way around them.
  let findingByID: [SQL]
  /// The test that a column holds one of the values of a subquery.
  let oneOf: @Sendable (_ subquery: SQL) -> SQL
  /// Whether a server runs them: several transactions write at the same time, and a planner guesses which way to the rows is short.
  let isServer: Bool
  /// The instant, by the database's own clock; nil if that is the machine's.
  let now: SQL?
  /// A subquery of one column from a bound JSON array.
  let list: @Sendable (_ array: JSONRows, _ type: ColumnType) -> SQL
  /// The expression that reads one column of a bound JSON array of arrays, each of which is a `value`.
  let column: @Sendable (_ index: Int, _ type: ColumnType) -> SQL
  /// The source of those values.
  let source: @Sendable (_ array: JSONRows) -> SQL

  /// What a column of a bound list holds.
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

  /// One writer at a time, on one machine.
  static let sqlite = QueueDialect(
    jobs: "swiftlet_jobs", runs: "swiftlet_job_runs", settings: "swiftlet_job_settings", hosts: "swiftlet_hosts",
    keys: "swiftlet_job_keys", rates: "swiftlet_job_rates",
    lock: "", lockWhatIsFree: "", findingByID: [], oneOf: { "IN (\($0))" }, isServer: false, now: nil,
    list: { array, _ in "SELECT value FROM json_each(\(array))" },
    column: { index, _ in "(value ->> \(Self.numeral(index)))" },
    source: { "json_each(\($0))" })

  /// Many hosts, whose clocks need not agree: the database's decides.
  ///
  /// The tables have a schema of their own, since PostgREST shows the world what is in `public`.
  ///
  /// The tests of the values' types are always true, and make the planner expect few: so it finds each by its id, and does not keep a plan that reads
  /// the whole table, which it made when that was small. After a vacuum that found the queue empty, it takes the whole table, or the whole index
  /// of the ids, for one row, though a long transaction may keep a hundred thousand dead ones there: a test of one array is the only
  /// one that it always takes to the index.
  static let postgres = QueueDialect(
    jobs: "swiftlet.jobs", runs: "swiftlet.job_runs", settings: "swiftlet.job_settings", hosts: "swiftlet.hosts",
    keys: "swiftlet.job_keys", rates: "swiftlet.job_rates",
    lock: " FOR UPDATE", lockWhatIsFree: " FOR UPDATE SKIP LOCKED",
    // A table that can only be read whole would seem so dear that its plan is compiled, which takes 80 ms.
    findingByID: ["SET LOCAL enable_seqscan = off", "SET LOCAL jit = off"],
    oneOf: { "= ANY (ARRAY(\($0)))" }, isServer: true, now: "statement_timestamp()",
    list: { array, type in
      """
      SELECT (value #>> '{}')\(type.cast) FROM jsonb_array_elements(\(array))
      WHERE jsonb_typeof(value) = \(type == .integer ? "'number'" : "'string'" as SQL)
      """
    },
    column: { index, type in "(value ->> \(Self.numeral(index)))\(type.cast)" },
    source: { "(SELECT value FROM jsonb_array_elements(\($0)) WHERE jsonb_typeof(value) = 'array') AS a" })

  /// A number as part of a statement's text: it names a place, and is no value.
  static func numeral(_ number: Int) -> SQL { SQL(verbatim: "\(number)") }
}

extension QueueDialect.ColumnType {
  /// Makes a text a value of the type, on Postgres.
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
