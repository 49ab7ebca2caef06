import Wire

/// What a statement's words say about it: whether an author may send it, and whether it leaves traces in the session.
///
/// Connections are shared, so whatever outlives a transaction would reach somebody else.
struct StatementRules {
  enum Refusal: Sendable {
    case controlsTransaction
    case changesCaller
    case copies
    case listens
    case saysNothing

    func error(_ text: String) -> DatabaseError {
      switch self {
      case .controlsTransaction:
        DatabaseError(
          .transactionControl, "The transaction begins and ends with its body, not by a statement.", statement: text)
      case .changesCaller:
        DatabaseError(
          .transactionControl, "Who runs a statement is the engine's to say, not a statement's.", statement: text)
      case .saysNothing:
        DatabaseError(.syntax, "The statement is empty.", statement: text)
      case .copies:
        DatabaseError(.notSupported, "COPY is not for a pooled connection: use INSERT.", statement: text)
      case .listens:
        DatabaseError(
          .notSupported, "LISTEN is not for a pooled connection: use PostgresEngine.listen(to:).", statement: text)
      }
    }
  }

  let refusal: Refusal?
  let leavesTraces: Bool
  let changesSettings: Bool

  private static let control: Set<String> = [
    "begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release", "prepare",
  ]
  /// What leaves something in the session wherever it stands.
  private static let traces = ["set_config", "pg_advisory_lock", "pg_try_advisory_lock", "pg_temp", "into temp"]

  init(_ text: String) {
    let words = Self.words(of: text, limit: 5)
    let first = words.first ?? ""
    changesSettings = first == "set" || first == "reset"
    refusal =
      switch first {
      case "": .saysNothing
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

  /// `SET ROLE`, `SET LOCAL "role"`, `RESET SESSION AUTHORIZATION`, and names in a spelling of which nobody can tell.
  private static func changesRole(_ words: [String]) -> Bool {
    let rest = words.dropFirst().filter { $0 != "local" && $0 != "session" }
    guard let name = rest.first else { return true }
    return ["role", "authorization", "session_authorization"].contains(name) || name.hasPrefix("u&")
  }

  /// The first words, in lower case and without quotes, comments and other signs.
  private static func words(of text: String, limit: Int) -> [String] {
    var rest = text.utf8[...]
    var words: [String] = []
    while let first = rest.first, words.count < limit {
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = SQLScript.afterComment(rest)
      } else if isPart(first) {
        words.append(String(decoding: rest.prefix(while: isPart), as: UTF8.self).lowercased())
        rest = rest.drop(while: isPart)
      } else {
        rest.removeFirst()
      }
    }
    return words
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "&") || byte >= 0x80
  }
}
