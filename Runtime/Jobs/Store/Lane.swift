import Edge

/// The jobs of one function with a limit: on the number that run at the same time, or that start in a period, on all
/// hosts together.
///
/// Jobs of functions without a limit share one lane, whose name is empty.
struct Lane: Sendable, Equatable {
  let name: String
  let limit: Int
  var rate: StartRate?
}

extension Lane {
  /// The lane of a function; nil if its policy sets no limit.
  init?(_ name: String, _ policy: QueuePolicy) {
    guard policy.isLimited else { return nil }
    self.init(name: name, limit: policy.concurrency ?? .max, rate: policy.rate)
  }
}
