/// A statement's text as the server reads it, looked at once.
final class Statement: Sendable {
  /// The program's text, with its own placeholders; errors show it.
  let text: String
  let numberedText: String
  let refusal: StatementRules.Refusal?
  /// Whether it may leave something behind in the session.
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

  /// Refuses what an author's statement may not do.
  ///
  /// - Parameter isActing: Whether it runs as a caller, whose role and claims it must not change.
  func check(isActing: Bool) throws(DatabaseError) {
    if let refusal { throw refusal.error(text) }
    if isActing && changesSettings { throw StatementRules.Refusal.changesCaller.error(text) }
  }
}
