import NIOCore

/// Items in the order of their arrival, bounded by number and bytes: the oldest are dropped.
struct ExportQueue {
  private let mostItems: Int
  private let mostBytes: Int
  private var items = CircularBuffer<ExportItem>()
  private(set) var bytes = 0

  init(mostItems: Int, mostBytes: Int) {
    self.mostItems = max(1, mostItems)
    self.mostBytes = max(1, mostBytes)
  }

  var count: Int { items.count }
  var isEmpty: Bool { items.isEmpty }

  /// Adds an item at the end.
  ///
  /// - Returns: the spans, lines or data points that were dropped.
  mutating func append(_ item: ExportItem) -> Int {
    guard item.bytes.count <= mostBytes else { return item.count }
    items.append(item)
    bytes += item.bytes.count
    return trim()
  }

  /// Puts items back that came before all others.
  ///
  /// - Returns: the spans, lines or data points that were dropped.
  mutating func putBack(_ older: [ExportItem]) -> Int {
    for item in older.reversed() { items.prepend(item) }
    bytes += older.reduce(0) { $0 + $1.bytes.count }
    return trim()
  }

  /// Removes the oldest items, within both limits. The first item is removed even if it is longer than `mostBytes`.
  mutating func removeBatch(mostItems: Int, mostBytes: Int) -> [ExportItem] {
    var (batch, size) = ([ExportItem](), 0)
    while let item = items.first, batch.count < mostItems, batch.isEmpty || size + item.bytes.count <= mostBytes {
      items.removeFirst()
      batch.append(item)
      size += item.bytes.count
    }
    bytes -= size
    return batch
  }

  /// Removes all items.
  ///
  /// - Returns: the spans, lines or data points.
  mutating func removeAll() -> Int {
    defer {
      items.removeAll()
      bytes = 0
    }
    return items.reduce(0) { $0 + $1.count }
  }

  private mutating func trim() -> Int {
    var dropped = 0
    while count > mostItems || bytes > mostBytes, let item = items.popFirst() {
      dropped += item.count
      bytes -= item.bytes.count
    }
    return dropped
  }
}
