import Database

/// A statement in the server's spelling, with the rules that apply to it.
final class Statement: Sendable {
  /// The program's text with its `?` placeholders, which errors show.
  let text: String
  /// The text with `$1` placeholders, which the server reads.
  let numberedText: String
  /// The rules for an author's statement; nil for one of the engine's own.
  private let rules: StatementRules?

  /// Whether the statement may change the session beyond its transaction.
  var leavesTraces: Bool { rules?.leavesTraces ?? false }

  /// Whether it is a part of a script, whose text is the program's and binds no values.
  let isOfScript: Bool

  init(_ sql: SQL) {
    (text, numberedText, rules, isOfScript) = (sql.text, sql.numberedText, StatementRules(sql.text), false)
  }

  /// A statement of a script.
  init(ofScript text: String) {
    let sql = SQL(text: text)
    (self.text, numberedText, rules, isOfScript) = (sql.text, sql.numberedText, StatementRules(sql.text), true)
  }

  /// A statement of the engine's own, with values.
  init(own sql: SQL) { (text, numberedText, rules, isOfScript) = (sql.text, sql.numberedText, nil, false) }

  /// A statement of the engine's own.
  convenience init(control text: StaticString) { self.init(own: SQL(text: text.description)) }

  /// Checks whether an author may send the statement.
  ///
  /// - Parameter isActing: Whether it runs for a caller, whose role and claims it must not change.
  func check(isActing: Bool) throws(DatabaseError) {
    guard let rules else { return }
    if let refusal = rules.refusal { throw refusal.error(text) }
    if isActing && rules.changesSettings { throw StatementRules.Refusal.changesCaller.error(text) }
  }
}
