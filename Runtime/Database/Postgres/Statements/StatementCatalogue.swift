import Synchronization

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
