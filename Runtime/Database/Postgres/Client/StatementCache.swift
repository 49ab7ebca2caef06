/// The statements that a connection has prepared: those used last, up to a limit.
struct StatementCache {
  /// The server plans a statement anew for each role it runs as: with a name for each, it need not.
  private struct Key: Hashable {
    let statement: ObjectIdentifier
    let role: String?
  }

  private struct Entry {
    let statement: ServerStatement
    var lastUse: UInt64
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0
  private var names: UInt64 = 0
  /// Prepared statements that are of no use any more: the server is to be told.
  private(set) var discarded: [String] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The statement as the connection has it; `isNew` when it must be prepared first.
  mutating func use(_ statement: Statement, as role: String?) -> (statement: ServerStatement, isNew: Bool) {
    uses += 1
    let key = Key(statement: ObjectIdentifier(statement), role: role)
    if let known = entries[key] {
      entries[key]?.lastUse = uses
      return (known.statement, false)
    }
    if entries.count >= limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      entries[oldest.key] = nil
      discarded += [oldest.value.statement.name].compactMap(\.self)
    }
    names += 1
    let new = ServerStatement(statement, name: "s\(names)")
    entries[key] = Entry(statement: new, lastUse: uses)
    return (new, true)
  }

  /// Forgets a statement, so that it is prepared anew when it is used again.
  mutating func forget(_ statement: ServerStatement, isPrepared: Bool) {
    guard let key = entries.first(where: { $0.value.statement === statement })?.key else { return }
    entries[key] = nil
    if isPrepared { discarded += [statement.name].compactMap(\.self) }
  }

  mutating func takeDiscarded() -> [String] {
    defer { discarded = [] }
    return discarded
  }
}
