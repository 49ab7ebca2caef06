/// The result of one request to a collector.
enum ExportOutcome: Sendable, Hashable {
  /// Why a request failed, and what can be done.
  struct Fault: Sendable, Hashable {
    let reason: String
    let hint: String
  }

  /// The collector has accepted the items, except for the rejected ones.
  case accepted(PartialSuccess)
  /// The collector does not take these items, and a second request would not help.
  case refused(Fault)
  /// The same request may succeed later.
  case failed(Fault, retryAfter: Duration?)
}
