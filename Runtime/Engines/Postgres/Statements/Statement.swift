import Database

/// A statement in the server's spelling, with the rules that apply to it.
final class Statement: Sendable {
  /// The program's text with its `?` placeholders, which errors show.
  let text: String
  /// The text with `$1` placeholders, which the server reads.
  let numberedText: String
  let refusal: StatementRules.Refusal?
  /// Whether the statement may change the session beyond its transaction.
  let leavesTraces: Bool
  let changesSettings: Bool

  init(_ sql: SQL) {
    text = sql.text
    numberedText = sql.numberedText
    let rules = StatementRules(text)
    refusal = rules.refusal
    leavesTraces = rules.leavesTraces
    changesSettings = rules.changesSettings
  }

  /// A statement of the engine's own, with values.
  init(own sql: SQL) {
    text = sql.text
    numberedText = sql.numberedText
    (refusal, leavesTraces, changesSettings) = (nil, false, false)
  }

  /// A statement of the engine's own.
  convenience init(control text: StaticString) { self.init(own: SQL(text: text.description)) }

  /// Checks whether an author may send the statement.
  ///
  /// - Parameter isActing: Whether it runs for a caller, whose role and claims it must not change.
  func check(isActing: Bool) throws(DatabaseError) {
    if let refusal { throw refusal.error(text) }
    if isActing && changesSettings { throw StatementRules.Refusal.changesCaller.error(text) }
  }
}
