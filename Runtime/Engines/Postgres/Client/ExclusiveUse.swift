import Synchronization

/// A check in debug builds that one thread at a time uses an object, which the object's owner guards by a lock.
struct ExclusiveUse: ~Copyable, Sendable {
  private let isInUse = Atomic(false)

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
