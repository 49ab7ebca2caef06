package import Database
import FoundationEssentials
package import Logging

/// The record of what sessions do: a log line and a row for each action.
package struct ActionLog: Sendable {
  /// The rows that are kept, at least. Older ones are removed as new ones come.
  static let kept: Int64 = 100_000

  private let database: Database
  private let logger: Logger
  private let table: SQL

  package init(_ database: Database, logger: Logger) {
    self.database = database
    self.logger = logger
    table =
      switch database.dialect {
      case .sqlite: "swiftlet_console_actions"
      case .postgres: "swiftlet.console_actions"
      }
  }

  /// Records an action. If the database is away, the log line alone has it.
  package func write(_ record: ActionRecord) async {
    var metadata: Logger.Metadata = [
      "session": "\(record.session)", "role": "\(record.role.rawValue)",
      "action": "\(record.section).\(record.action)", "subject": "\(record.subject)", "count": "\(record.count)",
    ]
    if let failure = record.failure { metadata["failure"] = "\(failure)" }
    logger.notice("A session of the console acted", metadata: metadata)
    do {
      try await store(record)
    } catch {
      logger.error("The record of an action is not in the database", metadata: ["error": "\(error)"])
    }
  }

  /// Records a request to act that was refused: a log line, since no session may have sent it.
  package func note(_ refusal: AccessRefusal, of path: String, client: String?) {
    logger.warning(
      "Refused an action of the console",
      metadata: ["path": "\(path.prefix(100))", "client": "\(client ?? "socket")", "reason": "\(refusal.message)"])
  }

  /// The latest actions, the newest first.
  package func latest(_ limit: Int) async throws -> [ActionRecord] {
    try await database.query(
      """
      SELECT acted_at, session, role, section, action, subject, number, failure FROM \(table)
      ORDER BY id DESC LIMIT \(max(0, min(limit, 1000)))
      """
    ).map(ActionRecord.init)
  }

  private func store(_ record: ActionRecord) async throws {
    try await database.transaction { transaction in
      let row = try await transaction.first(
        """
        INSERT INTO \(table) (acted_at, session, role, section, action, subject, number, failure)
        VALUES (\(record.date), \(record.session), \(record.role.rawValue), \(record.section), \(record.action),
          \(record.subject), \(record.count), \(record.failure))
        RETURNING id
        """)
      // Old rows are removed once for every hundred new ones.
      guard let id: Int64 = try row?.get("id"), id % 100 == 0, id > Self.kept else { return }
      try await transaction.execute("DELETE FROM \(table) WHERE id <= \(id - Self.kept)")
    }
  }
}

extension ActionRecord {
  fileprivate init(_ row: Row) throws(DatabaseError) {
    date = try row.get("acted_at")
    session = try row.get("session")
    role = SessionRole(rawValue: try row.get("role")) ?? .readOnly
    section = try row.get("section")
    action = try row.get("action")
    subject = try row.get("subject")
    count = try row.get("number")
    failure = try row.get("failure")
  }
}
