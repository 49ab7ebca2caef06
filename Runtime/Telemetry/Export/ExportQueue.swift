/// Items in the order of their arrival, bounded by number and bytes: the oldest are dropped.
struct ExportQueue {
  private let mostItems: Int
  private let mostBytes: Int
  private var items: [ExportItem] = []
  /// The number of items at the beginning that are gone already. Removing each from the array would move all others.
  private var gone = 0
  private(set) var bytes = 0

  init(mostItems: Int, mostBytes: Int) {
    self.mostItems = max(1, mostItems)
    self.mostBytes = max(1, mostBytes)
  }

  var count: Int { items.count - gone }
  var isEmpty: Bool { count == 0 }

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
    items.replaceSubrange(..<gone, with: older)
    gone = 0
    bytes += older.reduce(0) { $0 + $1.bytes.count }
    return trim()
  }

  /// Removes the oldest items: at most so many, and at least one.
  mutating func removeBatch(mostItems: Int, mostBytes: Int) -> [ExportItem] {
    var (batch, size) = ([ExportItem](), 0)
    while let item = first, batch.count < mostItems, batch.isEmpty || size + item.bytes.count <= mostBytes {
      batch.append(item)
      size += item.bytes.count
      removeFirst()
    }
    return batch
  }

  /// Removes all items.
  ///
  /// - Returns: the spans, lines or data points.
  mutating func removeAll() -> Int {
    defer {
      items.removeAll()
      gone = 0
      bytes = 0
    }
    return items[gone...].reduce(0) { $0 + $1.count }
  }

  private var first: ExportItem? { gone < items.count ? items[gone] : nil }

  private mutating func trim() -> Int {
    var dropped = 0
    while count > mostItems || bytes > mostBytes, let item = first {
      dropped += item.count
      removeFirst()
    }
    return dropped
  }

  private mutating func removeFirst() {
    bytes -= items[gone].bytes.count
    items[gone] = ExportItem(bytes: [])
    gone += 1
    guard gone * 2 > items.count else { return }
    items.removeFirst(gone)
    gone = 0
  }
}
