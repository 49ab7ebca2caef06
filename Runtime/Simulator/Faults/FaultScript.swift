/// A script of faults.
///
/// A script is a list of steps. Each step has a scope and lasts for a number of requests or connections; then the next
/// step of the same scope begins. After the last step no faults are played. Only requests to Apple's paths count.
public struct FaultScript: Sendable, Hashable {
  /// One part of a script.
  public struct Step: Sendable, Hashable {
    /// The unit that a step counts.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
      /// Requests on any connection.
      case requests
      /// Connections; the fault is played at the start of the connection.
      case connections
    }

    /// The scope that it counts.
    public var scope: Scope
    /// The number of requests or connections, 1 or more; nil for all that follow.
    public var count: Int?
    /// The faults that may be played; none if empty.
    public var faults: [Choice]

    /// Creates a step.
    public init(_ scope: Scope = .requests, count: Int?, faults: [Choice]) {
      self.scope = scope
      self.count = count
      self.faults = faults
    }
  }

  /// A fault and its share of a step.
  public struct Choice: Sendable, Hashable {
    /// The fault.
    public var fault: Fault
    /// The share of the step's requests that get the fault, above 0 and up to 1. The sum of a step's shares is at most
    /// 1.
    public var share: Double
    /// Whether a valid notification arrives although its regular answer is not sent. With a fault that keeps the answer
    /// it arrives in any case.
    public var arrives: Bool

    /// Creates a choice.
    public init(_ fault: Fault, share: Double = 1, arrives: Bool = false) {
      self.fault = fault
      self.share = share
      self.arrives = arrives
    }
  }

  /// The seed of the random choice. The same seed selects the same requests.
  public var seed: UInt64
  /// The steps, in order.
  public var steps: [Step]

  /// Creates a script. Without steps it plays no faults.
  public init(seed: UInt64 = 1, steps: [Step] = []) {
    self.seed = seed
    self.steps = steps
  }
}
