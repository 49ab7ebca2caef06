import Synchronization

/// A check that no two threads use an object at a time whose owner guards it by a lock. Debug builds make it; release
/// builds do not.
struct ExclusiveUse: ~Copyable, Sendable {
  private let isInUse = Atomic(false)

  /// Runs a body that uses the object.
  borrowing func callAsFunction<Result>(_ body: () -> Result) -> Result {
    assert(begin(), "Two threads use an object that is guarded by a lock")
    defer { assert(end()) }
    return body()
  }

  private borrowing func begin() -> Bool { !isInUse.exchange(true, ordering: .acquiring) }

  private borrowing func end() -> Bool {
    isInUse.store(false, ordering: .releasing)
    return true
  }
}
