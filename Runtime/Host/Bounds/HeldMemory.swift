import Synchronization

/// The memory that one exchange holds of the ``BodyBudget``, until its end.
struct HeldMemory: ~Copyable, Sendable {
  private static let ended = Int.max

  private let held = Atomic(0)
  /// Whether there is a client. It is checked first, since most exchanges have none.
  private let isCounted = Atomic(false)
  private let counted = Mutex<BodyClient?>(nil)

  /// The client for which the memory counts. It is set before memory is added.
  var client: BodyClient? {
    get { isCounted.load(ordering: .acquiring) ? counted.withLock(\.self) : nil }
    nonmutating set {
      counted.withLock { $0 = newValue }
      isCounted.store(newValue != nil, ordering: .releasing)
    }
  }

  /// The number of bytes; the largest `Int` after the end.
  var bytes: Int { held.load(ordering: .relaxed) }

  /// Adds acquired memory; false, without adding it, if the exchange has ended.
  func add(_ bytes: Int) -> Bool {
    var before = held.load(ordering: .relaxed)
    while before != Self.ended {
      let (isDone, original) = held.compareExchange(expected: before, desired: before + bytes, ordering: .releasing)
      if isDone { return true }
      before = original
    }
    return false
  }

  /// Removes all memory; returns the number of bytes.
  func takeAll() -> Int {
    var before = held.load(ordering: .relaxed)
    while before != Self.ended {
      let (isDone, original) = held.compareExchange(expected: before, desired: 0, ordering: .relaxed)
      if isDone { return before }
      before = original
    }
    return 0
  }

  /// Ends the exchange; returns the number of bytes that it held.
  func end() -> Int {
    let before = held.exchange(Self.ended, ordering: .acquiring)
    return before == Self.ended ? 0 : before
  }
}
