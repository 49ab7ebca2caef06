import Edge
import Engines
import FoundationEssentials

extension Doctor {
  /// A Postgres server: its rights, its connections, its checksums and its clock.
  func server(_ database: Database) async throws -> [Finding] {
    let began = ContinuousClock.now
    guard
      let row = try await database.first(
        """
        SELECT current_setting('server_version') AS version,
          \(SQL.serverOnlyReads) AS read_only,
          extract(epoch FROM clock_timestamp())::float8 AS now, current_setting('max_connections')::int8 AS most,
          (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
          (SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()) AS failures,
          has_database_privilege(current_database(), 'CREATE') AS may_create,
          EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_execute_server_program' AND pg_has_role(oid, 'MEMBER'))
            AS runs_programs,
          to_regnamespace('swiftlet') IS NOT NULL AS has_schema
        """)
    else { return [.problem("database", "the server answers without a row")] }
    let took = (ContinuousClock.now - began) / .seconds(1)
    let now = Date().timeIntervalSince1970
    let version: String = try row.get("version")
    var findings: [Finding] = []
    if try row.get("read_only", as: Bool.self) {
      findings.append(
        .problem(
          "database", "the server only reads: it is a standby, or read-only by its settings",
          hint: "use the address of the primary"))
    }
    if try !row.get("may_create", as: Bool.self), try !row.get("has_schema", as: Bool.self) {
      findings.append(
        .problem(
          "database", "the role may not make the schema swiftlet, where the host keeps its tables",
          hint: "GRANT CREATE ON DATABASE to the role, or make the schema and give it to the role"))
    }
    let failures: Int = try row.get("failures")
    if failures > 0 {
      findings.append(
        .problem(
          "database", "the server has found \(failures) damaged pages by their checksums",
          hint: "restore a backup, and look at the server's disk"))
    }
    if findings.isEmpty {
      let latency = Words.duration(milliseconds: Int64((took * 1000).rounded(.up)))
      findings.append(
        .good("database", "\(configuration.database): Postgres \(version), can be written to, answers in \(latency)"))
    }
    if try row.get("runs_programs", as: Bool.self) { findings.append(Self.powerfulRole) }
    findings.append(connections(of: try row.get("most"), used: try row.get("used")))
    // The server read its clock in the middle of the time that the question took.
    let ahead = try row.get("now", as: Double.self) - (now - took / 2)
    findings.append(ClockCheck.comparison(ahead: ahead, uncertainty: took / 2))
    return findings
  }

  /// A superuser is a member of every role.
  static let powerfulRole = Finding.warning(
    "role",
    "the database's role is a superuser or a member of pg_execute_server_program: a function's statements can run "
      + "programs on the database's machine",
    hint: "use a role that owns the database and is neither")

  private func connections(of most: Int, used: Int) -> Finding {
    let wanted = configuration.databaseLimits.connections
    guard most - used < wanted else {
      return .good("connections", "the server allows \(most), and has \(used) now; a host takes up to \(wanted)")
    }
    return .warning(
      "connections",
      "the server allows \(most), has \(used) now, and a host takes up to \(wanted): some will be refused",
      hint: "lower [swiftlet] database_connections, or raise max_connections of the server")
  }
}
