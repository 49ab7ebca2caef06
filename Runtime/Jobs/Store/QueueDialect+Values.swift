import Database
import Edge

extension QueueDialect {
  /// The test that a column contains a text, regardless of case.
  func contains(_ column: SQL, _ text: String) -> SQL {
    "\(isServer ? "strpos" : "instr" as SQL)(lower(\(column)), lower(\(text))) > 0"
  }

  /// The bound values of some subjects.
  ///
  /// On SQLite they are a list to join. On Postgres a join may make the planner scan the whole index of ids, so the
  /// jobs are found by an array, and each looks up its values in a JSON object.
  func values<Column: JobColumn>(
    of subjects: [Column.Subject], _ columns: Column.Type
  ) throws -> JobValues<Column> {
    let rows = subjects.map { subject in (subject.id, Column.allCases.map { $0.value(of: subject) }) }
    guard isServer else {
      let list = try JSONRows(rows.map { id, values in [.integer(id)] + values })
      // The id is at index 0.
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
