import Edge
import Engines

/// The columns that a set of migrations makes on the embedded database.
enum NeededColumns {
  struct Column: Hashable, Comparable {
    let table: String
    let name: String

    static func < (one: Column, other: Column) -> Bool { (one.table, one.name) < (other.table, other.name) }
  }

  /// Makes the tables in a temporary embedded database, and reads their columns.
  static func of(_ set: MigrationSet) async throws -> Set<Column> {
    let scratch = Database(try SQLiteEngine.temporary())
    let columns: [Row]
    do {
      try await scratch.migrate(set)
      columns = try await scratch.query(
        """
        SELECT t.name AS name, c.name AS column_name FROM sqlite_master t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> 'swiftlet_migrations'
        """)
    } catch {
      await scratch.close()
      throw error
    }
    await scratch.close()
    return Set(
      try columns.map { Column(table: try $0.get("name"), name: try $0.get("column_name")) }
        .filter { !set.tablesOnSQLiteAlone.contains($0.table) })
  }

  /// `notes (body, id), users (apns_environment, apns_token)`.
  static func words(_ columns: Set<Column>) -> String {
    let tables = Dictionary(grouping: columns.sorted(), by: \.table)
    return tables.keys.sorted().map { table in
      "\(table) (\((tables[table] ?? []).map(\.name).joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}
