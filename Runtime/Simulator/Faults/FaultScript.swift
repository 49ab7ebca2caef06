/// A script of faults.
///
/// A script is a list of steps. Each step has a scope and lasts for a number of requests or connections; then the next
/// step of the same scope begins. After the last step no faults are played. Only requests to Apple's paths count.
package struct FaultScript: Sendable, Hashable {
  /// One part of a script.
  package struct Step: Sendable, Hashable {
    /// The unit that a step counts.
    package enum Scope: String, Sendable, Hashable, CaseIterable {
      /// Requests on any connection.
      case requests
      /// Connections; the fault is played at the start of the connection.
      case connections
    }

    package var scope: Scope
    /// The number of requests or connections, 1 or more; nil for all that follow.
    package var count: Int?
    /// The faults that may be played; none if empty.
    package var faults: [Choice]

    package init(_ scope: Scope = .requests, count: Int?, faults: [Choice]) {
      self.scope = scope
      self.count = count
      self.faults = faults
    }
  }

  /// A fault and its share of a step.
  package struct Choice: Sendable, Hashable {
    package var fault: Fault
    /// The share of the step's requests that get the fault, above 0 and up to 1. The sum of a step's shares is at most
    /// 1.
    package var share: Double
    /// Whether a valid notification arrives although its regular answer is not sent. With a fault that keeps the answer
    /// it arrives in any case.
    package var arrives: Bool

    package init(_ fault: Fault, share: Double = 1, arrives: Bool = false) {
      self.fault = fault
      self.share = share
      self.arrives = arrives
    }
  }

  /// The seed of the random choice. The same seed selects the same requests.
  package var seed: UInt64
  package var steps: [Step]

  /// Creates a script. Without steps it plays no faults.
  package init(seed: UInt64 = 1, steps: [Step] = []) {
    self.seed = seed
    self.steps = steps
  }
}
