/// Which faults are played, and when.
///
/// A script is a list of steps. Each step has a scope and lasts for the next so many requests, or connections; then the next step of
/// the same scope begins. After the last one nothing goes wrong any more. Requests are what is sent to Apple's own paths.
public struct FaultScript: Sendable, Hashable {
  /// One part of a script.
  public struct Step: Sendable, Hashable {
    /// What a step counts.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
      /// Requests, on whatever connection.
      case requests
      /// Connections; the fault is the connection's beginning.
      case connections
    }

    /// What it counts.
    public var scope: Scope
    /// How many it lasts, 1 or more; nil: all that follow.
    public var count: Int?
    /// What may go wrong; empty: nothing does.
    public var faults: [Choice]

    /// A step.
    public init(_ scope: Scope = .requests, count: Int?, faults: [Choice]) {
      self.scope = scope
      self.count = count
      self.faults = faults
    }
  }

  /// A fault, and how often it strikes.
  public struct Choice: Sendable, Hashable {
    /// What goes wrong.
    public var fault: Fault
    /// The share of the step's requests that it strikes, above 0 and up to 1. The shares of a step add up to 1 at most.
    public var share: Double
    /// Whether a valid notification counts as arrived although its sender does not learn it.
    public var arrives: Bool

    /// A fault.
    public init(_ fault: Fault, share: Double = 1, arrives: Bool = false) {
      self.fault = fault
      self.share = share
      self.arrives = arrives
    }
  }

  /// Where the shares' chance begins: the same seed strikes the same requests.
  public var seed: UInt64
  /// The steps, in their order.
  public var steps: [Step]

  /// A script; without steps nothing goes wrong.
  public init(seed: UInt64 = 1, steps: [Step] = []) {
    self.seed = seed
    self.steps = steps
  }
}
