import Edge
import Foundation

/// The parts of the apps' statements that differ between the engines. All other SQL is one text for both.
extension SQLDialect {
  /// A statement that locks rows or a key until the transaction ends. SQLite needs no lock: its transactions come one
  /// after another.
  func locking(_ statement: @autoclosure () -> SQL) -> [SQL] {
    switch self {
    case .sqlite: []
    case .postgres: [statement()]
    }
  }

  /// The end of a `SELECT` that locks the rows of one of its tables, so that their changes come one after another.
  ///
  /// The lock still lets other transactions insert rows that refer to the locked ones.
  func lockingRows(of alias: StaticString) -> SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR NO KEY UPDATE OF \(raw: alias)"
    }
  }

  /// The end of a `SELECT` that keeps the rows of some of its tables from being deleted, and leaves out those that are
  /// deleted meanwhile.
  func keepingRows(of aliases: StaticString) -> SQL {
    switch self {
    case .sqlite: ""
    case .postgres: "FOR KEY SHARE OF \(raw: aliases)"
    }
  }

  /// Locks a session.
  func holding(session id: UUID) -> [SQL] {
    locking("SELECT FROM sessions s WHERE s.id = \(id) \(lockingRows(of: "s"))")
  }

  /// Keeps a user's row until the transaction ends; returns no row if the user is gone.
  func keeping(user id: UUID) -> [SQL] { locking("SELECT u.id FROM users u WHERE u.id = \(id) FOR KEY SHARE") }

  /// Locks a user's guesses, so that concurrent guesses of one user come one after another.
  func holding(guessesOf userID: UUID) -> [SQL] {
    locking("SELECT pg_advisory_xact_lock(hashtextextended(\("invite code " + userID.uuidString), 0))")
  }

  /// Locks a device token: of two users who register it at once, the last has it.
  func holding(token: String) -> [SQL] { locking("SELECT pg_advisory_xact_lock(hashtextextended(\(token), 0))") }

  /// Locks the transfers of store subscriptions. A transfer runs alone, so that a notice which runs at the same time
  /// either finds the transfer or is found by it; other notices run beside each other.
  func holdingTransfers(alone isTransfer: Bool) -> [SQL] {
    isTransfer
      ? locking("SELECT pg_advisory_xact_lock(hashtextextended('store transfers', 0))")
      : locking("SELECT pg_advisory_xact_lock_shared(hashtextextended('store transfers', 0))")
  }

  /// Locks the riddles, so that two hosts that start at once seed each day once.
  var holdingRiddles: [SQL] { locking("LOCK TABLE riddles IN SHARE ROW EXCLUSIVE MODE") }

  /// The day that is a number of days after 1 January 1970.
  func day(_ number: SQL) -> SQL {
    switch self {
    case .sqlite: "date(\(number) * 86400, 'unixepoch')"
    case .postgres: "DATE '1970-01-01' + \(number)"
    }
  }

  /// A list of ids as `eta_shares` holds it; both engines give it back as a JSON array.
  func list(_ ids: [UUID]) -> String {
    let list = ids.map { $0.lowercased }
    return switch self {
    case .sqlite: "[" + list.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    case .postgres: "{" + list.joined(separator: ",") + "}"
    }
  }

  /// A JSON column, or null if its text takes more than so many bytes or has a number that no double holds.
  func json(_ column: StaticString, upTo bytes: Int) -> SQL {
    switch self {
    case .sqlite: text(column, upTo: bytes)
    case .postgres: JSONBounds.value(column, upTo: bytes)
    }
  }

  /// A column's text, or null if it takes more than so many bytes.
  func text(_ column: StaticString, upTo bytes: Int) -> SQL {
    switch self {
    case .sqlite: "CASE WHEN length(CAST(\(raw: column) AS BLOB)) <= \(bytes) THEN \(raw: column) END"
    case .postgres: "CASE WHEN octet_length(CAST(\(raw: column) AS text)) <= \(bytes) THEN \(raw: column) END"
    }
  }

  /// The join of a share `s` with its recipients' rows `u` in `users`.
  var joiningRecipients: SQL {
    switch self {
    case .sqlite: "JOIN eta_share_recipients r ON r.share_id = s.id JOIN users u ON u.id = r.user_id"
    case .postgres: "JOIN users u ON u.id = ANY (s.recipients)"
    }
  }
}
