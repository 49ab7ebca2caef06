import Synchronization

/// What one exchange has of the ``BodyBudget``, until it has ended.
struct HeldMemory: ~Copyable, Sendable {
  private static let ended = Int.max

  private let held = Atomic(0)

  /// In bytes; more than any number after the end.
  var bytes: Int { held.load(ordering: .relaxed) }

  /// Notes that more was acquired.
  ///
  /// - Returns: false if the exchange has ended: then the memory is not its own.
  func add(_ bytes: Int) -> Bool {
    var before = held.load(ordering: .relaxed)
    while before != Self.ended {
      let (isDone, original) = held.compareExchange(expected: before, desired: before + bytes, ordering: .relaxed)
      if isDone { return true }
      before = original
    }
    return false
  }

  /// Takes out all that is held; returns how much that is.
  func takeAll() -> Int {
    var before = held.load(ordering: .relaxed)
    while before != Self.ended {
      let (isDone, original) = held.compareExchange(expected: before, desired: 0, ordering: .relaxed)
      if isDone { return before }
      before = original
    }
    return 0
  }

  /// Ends the exchange; returns how much it held.
  func end() -> Int {
    let before = held.exchange(Self.ended, ordering: .relaxed)
    return before == Self.ended ? 0 : before
  }
}
