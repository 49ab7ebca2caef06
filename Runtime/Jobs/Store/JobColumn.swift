import Edge

/// The values that a statement binds for each job. A case's raw value is its index in the bound list, from 0.
protocol JobColumn: CaseIterable, RawRepresentable<Int> {
  /// The source of a job's values. Its id is the job's.
  associatedtype Subject: Identifiable<Int64>

  var type: QueueDialect.ColumnType { get }
  func value(of subject: Subject) -> JSONValue
}
