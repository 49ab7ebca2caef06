import Wire

extension QueuePolicy {
  /// A sentence about the first setting that is out of its range; nil if all settings are within.
  package var fault: String? {
    if !(1...Self.maximumAttempts).contains(attempts) {
      return "its attempts are \(attempts), and have to be from 1 to \(Self.maximumAttempts)"
    }
    if let concurrency, concurrency < 1 { return "its concurrency is \(concurrency), and has to be at least 1" }
    return timeout.fault(of: "timeout", mayBeZero: false) ?? backOff.base.fault(of: "backOff.base")
      ?? backOff.cap.fault(of: "backOff.cap")
  }
}

extension Job {
  /// A sentence about the first setting that is out of its range; nil if all settings are within.
  package var fault: String? {
    if case .all(let limit) = catchUp, !CatchUp.limits.contains(limit) {
      return "the limit of its catchUp is \(limit), and has to be from 1 to \(CatchUp.limits.upperBound)"
    }
    if let (kind, days) = days.sorted(by: { $0.key < $1.key }).first(where: { !(1...36_500).contains($0.value) }) {
      return "its days of \(kind) are \(days), and have to be from 1 to 36500"
    }
    return queue.fault ?? jitter.fault(of: "jitter") ?? olderThan?.fault(of: "olderThan", mayBeZero: false)
  }
}

extension Duration {
  fileprivate func fault(of setting: String, mayBeZero: Bool = true) -> String? {
    if self > .zero || (self == .zero && mayBeZero), self <= .century { return nil }
    return
      "its \(setting) is \(self), and has to be \(mayBeZero ? "from zero to" : "more than zero and at most") 100 years"
  }
}
