/// The prepared statements of a connection: the last used ones, up to a limit.
struct StatementCache {
  /// The key of a prepared statement. Each role has its own, since the server plans a statement again when the role
  /// changes.
  private struct Key: Hashable {
    let statement: ObjectIdentifier
    let role: String?
  }

  private struct CachedStatement {
    let statement: ServerStatement
    var lastUse: UInt64
  }

  private let limit: Int
  private var cached: [Key: CachedStatement] = [:]
  private var uses: UInt64 = 0
  private var names: UInt64 = 0
  /// The names of prepared statements that the server still holds and the cache has dropped.
  private(set) var discarded: [String] = []

  init(limit: Int) {
    self.limit = limit
  }

  /// The connection's form of a statement; `isNew` if it must be prepared first.
  mutating func use(_ statement: Statement, as role: String?) -> (statement: ServerStatement, isNew: Bool) {
    uses += 1
    let key = Key(statement: ObjectIdentifier(statement), role: role)
    if let known = cached[key] {
      cached[key]?.lastUse = uses
      return (known.statement, false)
    }
    if cached.count >= limit, let oldest = cached.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      cached[oldest.key] = nil
      discarded += [oldest.value.statement.name].compactMap(\.self)
    }
    names += 1
    let new = ServerStatement(statement, name: "s\(names)")
    cached[key] = CachedStatement(statement: new, lastUse: uses)
    return (new, true)
  }

  /// Drops a statement, so that its next use prepares it again.
  mutating func forget(_ statement: ServerStatement, isPrepared: Bool) {
    guard let key = cached.first(where: { $0.value.statement === statement })?.key else { return }
    cached[key] = nil
    if isPrepared { discarded += [statement.name].compactMap(\.self) }
  }

  mutating func takeDiscarded() -> [String] {
    defer { discarded = [] }
    return discarded
  }
}
