import Database
import FoundationEssentials
import Host

/// The table of the marks *resolved in this version*: all hosts on the database see them, and they outlast a restart.
struct ResolvedErrorTable: Sendable {
  private let database: Database
  private let table: SQL

  init(_ database: Database) {
    self.database = database
    table =
      switch database.dialect {
      case .sqlite: "swiftlet_console_resolved_errors"
      case .postgres: "swiftlet.console_resolved_errors"
      }
  }

  func marks() async throws -> ResolvedErrors {
    let rows = try await database.query(
      "SELECT id, version, seen, resolved_at FROM \(table) ORDER BY resolved_at DESC LIMIT \(ResolvedErrors.capacity)")
    var marks: [String: ResolvedErrors.Mark] = [:]
    for row in rows {
      let seen: String = try row.get("seen")
      marks[try row.get("id")] = ResolvedErrors.Mark(
        version: try row.get("version"), date: try row.get("resolved_at"),
        seen: Set(seen.split(separator: " ").map(String.init)))
    }
    return ResolvedErrors(marks)
  }

  /// Marks groups, and removes the oldest marks above ``ResolvedErrors/capacity``.
  func resolve(_ groups: [ErrorGroup], in versions: ServedVersions, at date: Date) async throws {
    try await database.transaction { transaction in
      for group in groups {
        let mark = ResolvedErrors.Mark(of: group, in: versions[group.function], at: date)
        try await transaction.execute(
          """
          INSERT INTO \(table) (id, version, seen, resolved_at)
          VALUES (\(group.id), \(mark.version), \(mark.seen.sorted().joined(separator: " ")), \(mark.date))
          ON CONFLICT (id) DO UPDATE SET version = excluded.version, seen = excluded.seen, resolved_at = excluded.resolved_at
          """)
      }
      try await transaction.execute(
        """
        DELETE FROM \(table) WHERE id IN (
          SELECT id FROM \(table) ORDER BY resolved_at DESC, id LIMIT 1000 OFFSET \(ResolvedErrors.capacity))
        """)
    }
  }

  /// Removes marks.
  ///
  /// - Returns: their number.
  func reopen(_ ids: Set<String>) async throws -> Int {
    try await database.transaction { transaction in
      var count = 0
      for id in ids {
        count += try await transaction.query("DELETE FROM \(table) WHERE id = \(id) RETURNING id").count
      }
      return count
    }
  }
}
