import Database

/// The rules for a statement, read from its first words: whether an author may send it, and whether it changes the
/// session.
///
/// Tasks share connections, so a change of the session would affect later transactions of other tasks.
struct StatementRules {
  /// The reason why an author may not send a statement.
  enum Refusal: Sendable {
    case controlsTransaction
    case changesCaller
    case copies
    case listens
    case isEmpty

    func error(_ text: String) -> DatabaseError {
      switch self {
      case .controlsTransaction: .transactionControl(text)
      case .changesCaller:
        DatabaseError(
          .transactionControl, "A statement must not change the role nor, for a caller, a setting.", statement: text)
      case .isEmpty: .emptyStatement(text)
      case .copies:
        DatabaseError(.notSupported, "COPY does not work on a pooled connection: use INSERT.", statement: text)
      case .listens:
        DatabaseError(
          .notSupported, "LISTEN does not work on a pooled connection: use PostgresEngine.listen(to:).", statement: text
        )
      }
    }
  }

  let refusal: Refusal?
  let leavesTraces: Bool
  let changesSettings: Bool

  private static let control: Set<String> = [
    "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "prepare",
  ]
  /// Texts that change the session wherever they occur in a statement.
  private static let traces = ["set_config", "pg_advisory_lock", "pg_try_advisory_lock", "pg_temp", "into temp"]

  init(_ text: String) {
    let words = SQLWords(text, in: .postgres).prefix(5).map { $0.lowercased() }
    let first = words.first ?? ""
    changesSettings = first == "set" || first == "reset"
    refusal =
      switch first {
      case "": .isEmpty
      case _ where Self.control.contains(first): .controlsTransaction
      case "set" where words.contains("transaction") || words.contains("characteristics"): .controlsTransaction
      case "set" where Self.changesRole(words), "reset" where Self.changesRole(words) || words.contains("all"),
        "discard":
        .changesCaller
      case "copy": .copies
      case "listen", "unlisten": .listens
      default: nil
      }
    let isLocal = first == "set" && words.dropFirst().first == "local"
    let lowercased = text.lowercased()
    leavesTraces =
      (changesSettings && !isLocal) || ["do", "call", "load", "declare", "deallocate"].contains(first)
      || (first == "create" && (words.contains("temp") || words.contains("temporary")))
      || Self.traces.contains { lowercased.contains($0) }
  }

  /// Whether the words are `SET ROLE`, `SET LOCAL "role"`, `RESET SESSION AUTHORIZATION` or the like. A name with
  /// Unicode escapes counts, since it may be any name.
  private static func changesRole(_ words: [String]) -> Bool {
    let rest = words.dropFirst().filter { $0 != "local" && $0 != "session" }
    guard let name = rest.first else { return true }
    return ["role", "authorization", "session_authorization"].contains(name) || name.hasPrefix("u&")
  }
}
