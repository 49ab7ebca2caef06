import Database

extension SQLiteConnection {
  /// The damage that SQLite finds in the file: the first five lines, none for an undamaged one.
  ///
  /// - Parameter isThorough: whether the rows are compared with the indexes too.
  func faults(isThorough: Bool) throws(DatabaseError) -> [String] {
    let check: SQL = isThorough ? "PRAGMA integrity_check(5)" : "PRAGMA quick_check(5)"
    let lines = try query(check, limit: 5).map { row throws(DatabaseError) in
      try row.get(isThorough ? "integrity_check" : "quick_check", as: String.self)
    }
    return lines == ["ok"] ? [] : lines
  }
}
