import Database
import Synchronization

/// A statement on one connection: its name there if it is prepared, and its columns.
final class ServerStatement: Sendable {
  let statement: Statement
  /// The prepared statement's name; `nil` if the text is sent each time.
  let name: String?
  private let layout = Mutex<Row.Layout?>(nil)

  init(_ statement: Statement, name: String?) {
    self.statement = statement
    self.name = name
  }

  /// The columns' names. Those of a prepared statement stay the same: the server refuses the statement once they
  /// change.
  func layout(of result: ServerResult) -> Row.Layout {
    layout.withLock { layout in
      if name != nil, let layout, layout.names.count == result.columnCount { return layout }
      let new = Row.Layout(names: (0..<result.columnCount).map { result.columnName($0) })
      layout = new
      return new
    }
  }
}
