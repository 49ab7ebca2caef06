import Database
import Synchronization

/// A cache of the program's statements, so that each text is analysed once.
final class StatementCatalogue: Sendable {
  private struct Key: Hashable {
    let sql: SQL

    // A question mark of the text looks like a placeholder, so the offsets of the bindings count too.
    static func == (left: Key, right: Key) -> Bool {
      StatementText(text: left.sql.text) == StatementText(text: right.sql.text)
        && left.sql.bindings.lazy.map(\.offset).elementsEqual(right.sql.bindings.lazy.map(\.offset))
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(sql.text)
    }
  }

  /// The largest size of the cache. A program with more statements makes their texts at run time, so the cache is
  /// emptied.
  private static let limit = 2000

  private let statements = Mutex<[Key: Statement]>([:])

  var count: Int { statements.withLock { $0.count } }

  subscript(sql: SQL) -> Statement {
    guard StatementText.isWorthKeeping(sql.text) else { return Statement(sql) }
    return statements.withLock { statements in
      if let known = statements[Key(sql: sql)] { return known }
      if statements.count >= Self.limit { statements.removeAll() }
      let statement = Statement(sql)
      statements[Key(sql: sql.withoutValues)] = statement
      return statement
    }
  }
}
