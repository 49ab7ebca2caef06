import Synchronization

/// The invocations that have begun and not ended.
///
/// Each event loop has a table of its own, so that a request takes a lock that no other thread wants, and no memory once as many have run at
/// the same time before.
package final class RunningInvocations: Sendable {
  private struct Places {
    var invocations: [RunningInvocation?] = []
    var free: [Int] = []
  }

  private let places = Mutex(Places())

  package init() {}

  /// Notes an invocation that begins.
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

  /// An invocation has ended.
  func leave(_ place: Int) {
    places.withLock { places in
      places.invocations[place] = nil
      places.free.append(place)
    }
  }

  /// Runs an invocation and notes it meanwhile.
  func run<Result>(_ invocation: RunningInvocation, _ body: () async throws -> Result) async rethrows -> Result {
    let place = enter(invocation)
    defer { leave(place) }
    return try await RunningInvocation.$current.withValue(invocation) { try await body() }
  }

  /// All of them, in no order.
  var all: [RunningInvocation] { places.withLock { $0.invocations.compactMap(\.self) } }
}
