import Synchronization

/// Counts what happens on other threads.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() { count.add(1, ordering: .sequentiallyConsistent) }

  /// Returns once nothing has been counted while `pass` ran twenty times.
  func settle(_ pass: () async throws -> Void) async rethrows -> Int {
    var (last, quiet) = (-1, 0)
    while quiet < 20 {
      try await pass()
      quiet = value == last ? quiet + 1 : 0
      last = value
    }
    return last
  }
}
