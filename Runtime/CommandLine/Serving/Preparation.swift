import Edge
import Foundation
import Jobs
import Logging

/// Brings a database's tables to where the functions need them, and touches none that are somebody else's.
///
/// The host's own tables are always brought up to date: nobody else has them. The application's are on an embedded database, on an empty one, on one
/// where that was done before, and when somebody asks for it. A project's own tables are only looked at.
struct Preparation {
  let application: Application
  let database: Database
  /// Whether somebody asked for the application's tables.
  var isAsked = false

  /// What came of it.
  struct Applied {
    let set: MigrationSet
    let migrations: [Migration]
  }

  /// Applies what the database lacks and may be applied.
  ///
  /// - Throws: `DatabaseError`; ``Failure`` that names the columns that a project's own tables lack.
  func run() async throws -> [Applied] {
    var applied = [Applied(set: JobSystem.migrations, migrations: try await database.migrate(JobSystem.migrations))]
    let isOurs = try await isOurs()
    for set in application.migrations {
      if isOurs {
        applied.append(Applied(set: set, migrations: try await database.migrate(set)))
      } else {
        try await check(set)
      }
    }
    return applied
  }

  /// What ``run()`` would apply.
  func pending() async throws -> [Applied] {
    var pending = [Applied(set: JobSystem.migrations, migrations: try await database.pending(JobSystem.migrations))]
    guard try await isOurs() else { return pending }
    for set in application.migrations {
      pending.append(Applied(set: set, migrations: try await database.pending(set)))
    }
    return pending
  }

  /// Whether the application's tables are this program's to make and to change: all of its sets, or none.
  func isOurs() async throws -> Bool {
    guard !isAsked, database.engine.dialect == .postgres else { return true }
    // In this order: another host that makes them meanwhile has its history before anybody can see its tables.
    let table = try await database.first(
      """
      SELECT 1 AS found FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT 1 FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      LIMIT 1
      """)
    guard table != nil else { return true }
    for set in application.migrations where try await database.pending(set).count < set.migrations.count { return true }
    return false
  }

  /// Checks that tables that somebody else made have the columns that the functions use.
  private func check(_ set: MigrationSet) async throws {
    let needed = try await NeededColumns.of(set)
    let present = try await database.query(
      "SELECT table_name AS name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
    let missing = try needed.subtracting(
      present.map { NeededColumns.Column(table: try $0.get("name"), name: try $0.get("column_name")) })
    guard missing.isEmpty else {
      throw Failure(
        .failed, "The database has tables of its own, and lacks \(NeededColumns.words(missing))",
        hint: "add them to your own migrations, or let `\(Program.name) migrate --apps` make the tables of \(set.name)")
    }
    try await checkRights(to: Set(needed.map(\.table)))
  }

  /// Under row-level security a host without the right to pass it would find every table empty, and say nothing.
  private func checkRights(to tables: Set<String>) async throws {
    let closed = try await database.query(
      """
      SELECT c.relname AS name, current_user AS role FROM pg_class c JOIN pg_roles r ON r.rolname = current_user
      WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND NOT r.rolsuper AND NOT r.rolbypassrls
        AND (c.relforcerowsecurity OR NOT pg_has_role(c.relowner, 'USAGE'))
      ORDER BY c.relname
      """
    ).map { (name: try $0.get("name", as: String.self), role: try $0.get("role", as: String.self)) }
    guard let first = closed.first(where: { tables.contains($0.name) }) else { return }
    throw Failure(
      .failed, "Row-level security hides the rows of \(first.name) from the host's role, \(first.role)",
      hint: "connect as the tables' owner, or as a role with BYPASSRLS, such as Supabase's postgres")
  }
}

/// The columns that a set of migrations makes, as the embedded database has them.
enum NeededColumns {
  struct Column: Hashable, Comparable {
    let table: String
    let name: String

    static func < (one: Column, other: Column) -> Bool { (one.table, one.name) < (other.table, other.name) }
  }

  /// Makes the tables in an embedded database that is gone afterwards, and looks.
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

  /// `the table riddles; in users: apns_token, apns_environment`.
  static func words(_ columns: Set<Column>) -> String {
    let tables = Dictionary(grouping: columns.sorted(), by: \.table)
    return tables.keys.sorted().map { table in
      "\(table) (\((tables[table] ?? []).map(\.name).joined(separator: ", ")))"
    }.joined(separator: ", ")
  }
}
