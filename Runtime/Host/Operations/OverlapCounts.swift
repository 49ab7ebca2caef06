/// The counts of overlapping calls, and the last ones.
struct OverlapCounts: Sendable {
  /// The names of two overlapping calls.
  struct Pair: Sendable, Hashable {
    let running: Int
    let started: Int
  }

  /// The most pairs of names that are counted apart.
  static let pairs = 256
  /// The number of last overlaps that are kept.
  static let kept = 16

  /// The number of calls that began while another one of their user ran.
  private(set) var total = 0
  private(set) var unwatched = 0
  private(set) var byPair: [Pair: Int] = [:]
  /// The last overlaps, in no particular order.
  private(set) var recent: [Overlap] = []
  private var oldest = 0

  /// - Parameter overlap: nil if none of the running calls is known by id.
  mutating func add(_ overlap: Overlap?) {
    total += 1
    guard let overlap else { return }
    add(1, Pair(running: overlap.running.name, started: overlap.started.name))
    guard recent.count == Self.kept else { return recent.append(overlap) }
    recent[oldest] = overlap
    oldest = (oldest + 1) % Self.kept
  }

  mutating func addUnwatched() { unwatched += 1 }

  /// Adds the counts of another table.
  mutating func add(_ other: OverlapCounts) {
    total += other.total
    unwatched += other.unwatched
    for (pair, count) in other.byPair { add(count, pair) }
    recent += other.recent
  }

  private mutating func add(_ count: Int, _ pair: Pair) {
    if byPair[pair] != nil || byPair.count < Self.pairs { byPair[pair, default: 0] += count }
  }
}
