import Synchronization

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

/// The statements of a program, each looked at once.
final class StatementCatalogue: Sendable {
  private struct Key: Hashable {
    let sql: SQL

    // A question mark of the text and a placeholder look alike: the places of the values decide.
    static func == (left: Key, right: Key) -> Bool {
      left.sql.text == right.sql.text
        && left.sql.bindings.lazy.map(\.offset).elementsEqual(right.sql.bindings.lazy.map(\.offset))
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sql.text)
    }
  }

  /// Beyond this many the program makes up its statements as it goes: start over instead of growing.
  private static let limit = 2000

  private let statements = Mutex<[Key: Statement]>([:])

  subscript(sql: SQL) -> Statement {
    statements.withLock { statements in
      if let known = statements[Key(sql: sql)] { return known }
      if statements.count >= Self.limit { statements.removeAll() }
      let statement = Statement(sql)
      statements[Key(sql: sql.withoutValues)] = statement
      return statement
    }
  }
}
