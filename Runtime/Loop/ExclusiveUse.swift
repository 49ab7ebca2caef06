import Synchronization

/// A check that no two threads use an object at a time whose owner guards it by a lock. Debug builds make it; release builds do not.
package struct ExclusiveUse: ~Copyable, Sendable {
  private let isInUse = Atomic(false)

  package init() {}

  /// Runs a body that uses the object.
  package borrowing func callAsFunction<Result>(
    file: StaticString = #fileID, line: UInt = #line, _ body: () -> Result
  ) -> Result {
    assert(begin(), "Two threads use an object that is guarded by a lock", file: file, line: line)
    defer { assert(end()) }
    return body()
  }

  private borrowing func begin() -> Bool { !isInUse.exchange(true, ordering: .acquiring) }

  private borrowing func end() -> Bool {
    isInUse.store(false, ordering: .releasing)
    return true
  }
}
