import Synchronization

/// A table of the running invocations.
///
/// Each event loop has its own table, so that its lock is rarely contended. Places are reused, so that a request rarely allocates.
package final class RunningInvocations: Sendable {
  private struct Places {
    var invocations: [RunningInvocation?] = []
    var free: [Int] = []
  }

  private let places = Mutex(Places())

  package init() {}

  /// Adds an invocation that begins.
  ///
  /// - Returns: its place, for ``leave(_:)``.
  func enter(_ invocation: RunningInvocation) -> Int {
    places.withLock { places in
      guard let place = places.free.popLast() else {
        places.invocations.append(invocation)
        return places.invocations.count - 1
      }
      places.invocations[place] = invocation
      return place
    }
  }

  /// Removes an invocation that has ended.
  func leave(_ place: Int) {
    places.withLock { places in
      places.invocations[place] = nil
      places.free.append(place)
    }
  }

  /// Runs an invocation, which is in the table meanwhile.
  func run<Result>(_ invocation: RunningInvocation, _ body: () async throws -> Result) async rethrows -> Result {
    let place = enter(invocation)
    defer { leave(place) }
    return try await RunningInvocation.$current.withValue(invocation) { try await body() }
  }

  /// All running invocations, in no particular order.
  var all: [RunningInvocation] { places.withLock { $0.invocations.compactMap(\.self) } }
}
