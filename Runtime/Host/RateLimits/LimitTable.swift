/// Keys with their state, bounded in number.
///
/// Keys that are idle are forgotten when the table has grown to twice what was left at the last time, so a key costs a
/// constant time. If a full table has no idle keys, the quarter that would be idle first is forgotten.
struct LimitTable<Key: Hashable & Sendable, Entry: LimitEntry>: Sendable {
  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  /// The number of keys at which idle ones are forgotten.
  private var threshold: Int

  init(capacity: Int) {
    self.capacity = capacity
    threshold = min(64, capacity)
  }

  var count: Int { entries.count }

  /// Changes a key's state.
  ///
  /// - Parameter new: the state of a key that is not in the table.
  /// - Returns: nil if the table is full of keys that must be kept.
  mutating func update<Result>(
    _ key: Key, default new: @autoclosure () -> Entry, at now: Int64, _ body: (inout Entry) -> Result
  ) -> Result? {
    if let index = entries.index(forKey: key) { return body(&entries.values[index]) }
    if entries.count >= threshold { forget(at: now) }
    guard entries.count < capacity else { return nil }
    var entry = new()
    let result = body(&entry)
    entries[key] = entry
    return result
  }

  mutating func updateExisting<Result>(_ key: Key, _ body: (inout Entry) -> Result) -> Result? {
    entries.index(forKey: key).map { body(&entries.values[$0]) }
  }

  private mutating func forget(at now: Int64) {
    entries = entries.filter { $0.value.idleAt > now }
    if entries.count >= capacity {
      let instants = entries.values.map(\.idleAt).sorted()
      let last = instants[instants.count / 4]
      entries = entries.filter { $0.value.idleAt > last || $0.value.idleAt == .max }
    }
    threshold = min(max(64, entries.count * 2), capacity)
  }
}
