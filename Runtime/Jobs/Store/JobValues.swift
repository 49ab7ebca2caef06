import Database
import Edge

/// What a statement about jobs says of each, a case for each value; numbered from 0, by their places in what is bound.
protocol JobColumn: CaseIterable, RawRepresentable<Int> {
  /// What a job's values come from; its id is the job's.
  associatedtype Subject: Identifiable<Int64>

  var type: QueueDialect.ColumnType { get }
  func value(of subject: Subject) -> JSONValue
}

/// What a statement about jobs `j` says of each, bound as one value.
struct JobValues<Column: JobColumn> {
  /// Comes before the statement: a common table expression, to which more may be added, or nothing.
  let prefix: SQL
  /// Stands beside the jobs in the statement's `FROM`.
  let source: SQL
  /// That a job is one of those.
  let condition: SQL
  /// The expression of what stands at a place.
  fileprivate let expression: (_ place: Int, _ type: QueueDialect.ColumnType) -> SQL

  /// What is said of the job.
  subscript(column: Column) -> SQL { expression(column.rawValue, column.type) }
}

extension QueueDialect {
  /// Values for the jobs of some subjects.
  ///
  /// On SQLite a list to join. Joined on Postgres, the planner may walk the whole index of the ids; so there the jobs are found by an array,
  /// and each looks its values up in an object.
  func values<Column: JobColumn>(
    of subjects: [Column.Subject], _ columns: Column.Type
  ) throws -> JobValues<Column> {
    let rows = subjects.map { subject in (subject.id, Column.allCases.map { $0.value(of: subject) }) }
    guard isServer else {
      let list = try JSONRows(rows.map { id, values in [.integer(id)] + values })
      // The id comes first.
      return JobValues(prefix: "", source: source(list), condition: "j.id = \(column(0, .integer))") { place, type in
        column(place + 1, type)
      }
    }
    let object = try JSONRows(Dictionary(rows) { first, _ in first })
    return JobValues(
      prefix: "WITH said AS MATERIALIZED (SELECT CAST(\(object) AS jsonb) AS by_id)", source: "said",
      condition: "j.id \(oneOf("SELECT CAST(id AS bigint) FROM said, jsonb_object_keys(by_id) AS id"))"
    ) { place, type in
      "(by_id -> CAST(j.id AS text) ->> \(Self.numeral(place)))\(type.cast)"
    }
  }
}
