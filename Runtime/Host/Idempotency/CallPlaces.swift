import Edge

/// The places for the calls of one function. A function of the host's own process needs none.
struct CallPlaces: Sendable {
  /// A function that needs places, and the run that waits for one.
  private struct Placed: Sendable {
    let endpoint: any PlacedEndpoint
    let invocation: Invocation
  }

  private let endpoint: any Endpoint
  private let placed: Placed?

  /// - Parameter invocation: makes the run that waits; called only for a function that needs places.
  init(_ endpoint: any Endpoint, invocation: () -> Invocation) {
    self.endpoint = endpoint
    placed = (endpoint as? any PlacedEndpoint).map { Placed(endpoint: $0, invocation: invocation()) }
  }

  /// Whether the function needs places, which those of the host's own process do not.
  var areInWorkers: Bool { placed != nil }

  /// Takes a place without a wait; nil if the call has to wait.
  func take() -> CallPlace? {
    guard let placed else { return CallPlace(endpoint) }
    return placed.endpoint.takePlace(for: placed.invocation)
  }

  nonisolated(nonsending) func wait() async throws -> CallPlace {
    guard let placed else { return CallPlace(endpoint) }
    return try await placed.endpoint.place(for: placed.invocation)
  }
}
