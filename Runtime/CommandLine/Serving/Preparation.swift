import Edge
import Engines
import FoundationEssentials
import Jobs
import Logging
import Workers

/// The migration of a database at a host's start.
///
/// The host's own tables are always migrated. The application's are migrated on an embedded database, on an empty one,
/// on one where an earlier start has made them, and on request. Tables that a project made itself are only checked.
struct Preparation {
  let application: Application
  let database: Database
  /// Whether the command asks for the application's tables on any database.
  var isAsked = false

  /// The result for one set of migrations.
  struct Step {
    let set: MigrationSet
    /// The migrations that were applied, or are pending.
    let migrations: [Migration]
    /// The migrations that a newer program has applied.
    let newer: [MigrationStatus.Unknown]
  }

  /// Applies the missing migrations of the sets that may be applied.
  ///
  /// - Throws: `DatabaseError`; ``Failure`` that names the columns that a project's own tables lack, or for tables that
  ///   another session has locked.
  func run() async throws -> [Step] {
    do { return try await apply() } catch { throw Self.explained(error) }
  }

  private func apply() async throws -> [Step] {
    var steps: [Step] = []
    for set in Application.hostMigrations { steps.append(try await apply(set)) }
    let isOurs = try await isOurs()
    for set in application.migrations {
      if isOurs { steps.append(try await apply(set)) } else { try await check(set) }
    }
    return steps
  }

  private func apply(_ set: MigrationSet) async throws -> Step {
    let applied = try await database.migrate(set)
    return Step(set: set, migrations: applied, newer: try await database.status(of: set).newer)
  }

  /// The migrations that ``run()`` would apply.
  func pending() async throws -> [Step] {
    do { return try await list() } catch { throw Self.explained(error) }
  }

  private func list() async throws -> [Step] {
    var sets = Application.hostMigrations
    if try await isOurs() { sets += application.migrations }
    var steps: [Step] = []
    for set in sets {
      let status = try await database.status(of: set)
      steps.append(Step(set: set, migrations: status.pending, newer: status.newer))
    }
    return steps
  }

  /// Migrations have no limit of time, so a statement that timed out read or wrote the records of them.
  private static func explained(_ error: any Error) -> any Error {
    guard let error = error as? DatabaseError, error.code == .statementTimedOut else { return error }
    return Failure.locked(error)
  }

  /// The migrations of the application that ``run()`` would apply, in words. Nothing is applied.
  ///
  /// - Throws: `DatabaseError`; ``Failure`` that names the columns that a project's own tables lack.
  func lacking() async throws -> [String] {
    let isOurs = try await isOurs()
    var lacking: [String] = []
    for set in application.migrations {
      guard isOurs else {
        try await check(set)
        continue
      }
      let count = try await database.pending(set).count
      if count > 0 { lacking.append(set.lack(of: count)) }
    }
    return lacking
  }

  /// Whether this program may make and change the application's tables. The answer holds for all sets.
  func isOurs() async throws -> Bool {
    guard !isAsked, database.dialect == .postgres else { return true }
    // Tables first, then migrations: another host records its migrations before its tables become visible.
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

  /// Checks that a project's own tables have the columns that the functions use.
  private func check(_ set: MigrationSet) async throws {
    let needed = try await NeededColumns.of(set)
    let present = try await database.query(
      "SELECT table_name AS name, column_name FROM information_schema.columns WHERE table_schema = 'public'")
    let missing = try needed.subtracting(
      present.map { NeededColumns.Column(table: try $0.get("name"), name: try $0.get("column_name")) })
    guard missing.isEmpty else {
      // The host does not have a refused bundle, so the command has to name it.
      let isOfBundle = application.bundles.contains { $0.migrations.contains { $0.name == set.name } }
      let command = "\(Program.name) migrate --apps\(isOfBundle ? " --bundle <executable>" : "")"
      throw Failure(
        .failed, "The database has tables of its own, and lacks \(NeededColumns.words(missing))",
        hint: "add them to your own migrations, or let `\(command)` make the tables of \(set.name)")
    }
    try await checkRights(to: Set(needed.map(\.table)))
  }

  /// Checks that row-level security does not hide the tables' rows from the host's role.
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
