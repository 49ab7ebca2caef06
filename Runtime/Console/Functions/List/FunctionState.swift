import Host

/// The state of a function, as its badge shows it.
enum FunctionState: String, Sendable, CaseIterable {
  /// Its settings switch it off.
  case off
  /// Its workers end again and again at their start.
  case crashing = "crash loop"
  /// At least one of ten calls of the last five minutes failed.
  case failing
  /// A secret that it declares is not set.
  case incomplete = "secret missing"
  case running
  /// It was called in the last five minutes.
  case healthy
  /// It was not called in the last five minutes.
  case idle

  /// The part of failed calls from which on a function fails.
  static let failingPart = 0.1

  /// - Parameter recent: the calls of the last five minutes.
  init(isEnabled: Bool, isBackingOff: Bool, hasMissingSecrets: Bool, recent: MinuteStatistics?, running: Int) {
    self =
      if !isEnabled {
        .off
      } else if isBackingOff {
        .crashing
      } else if let recent, recent.calls > 0, Double(recent.errors) >= Self.failingPart * Double(recent.calls) {
        .failing
      } else if hasMissingSecrets {
        .incomplete
      } else if running > 0 {
        .running
      } else if let recent, recent.calls > 0 {
        .healthy
      } else {
        .idle
      }
  }

  var badge: Badge {
    switch self {
    case .off: Badge(.idle, rawValue)
    case .crashing, .failing: Badge(.bad, rawValue)
    case .incomplete: Badge(.warning, rawValue)
    case .running: Badge(.busy, rawValue)
    case .healthy: Badge(.good, rawValue)
    case .idle: Badge(.idle, rawValue)
    }
  }
}
