import Database

/// The values of jobs `j` in a statement, bound as one JSON value.
struct JobValues<Column: JobColumn> {
  /// The text before the statement: a common table expression, to which more can be added, or nothing.
  let prefix: SQL
  /// The source beside the jobs in the statement's `FROM`.
  let source: SQL
  /// The condition that a job is one of the subjects.
  let condition: SQL
  /// The expression for the value at an index.
  let expression: (_ place: Int, _ type: QueueDialect.ColumnType) -> SQL

  /// The expression for a value of the job.
  subscript(column: Column) -> SQL { expression(column.rawValue, column.type) }
}
