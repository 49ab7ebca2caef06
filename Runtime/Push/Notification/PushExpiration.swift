public import FoundationEssentials

/// How long Apple keeps a notification for a device that it cannot reach. Without one, Apple decides.
public enum PushExpiration: Sendable, Hashable {
  /// Not at all: Apple tries once.
  case oneAttempt
  /// Until then, rounded down to the second: after 1970-01-01T00:00:00Z, at most the year 9999. Preparing a
  /// notification with another date throws ``PushError/Code/invalidValue``.
  case at(Date)
}

extension PushExpiration {
  func seconds() throws(PushError) -> Int64 {
    switch self {
    case .oneAttempt: return 0
    case .at(let date):
      let seconds = try EpochSeconds(date, field: "apns-expiration").value
      guard seconds > 0 else {
        throw PushError(.invalidValue, field: "apns-expiration", "It is 1970; use oneAttempt for a single attempt.")
      }
      return seconds
    }
  }

  var date: Date? {
    if case .at(let date) = self { return date }
    return nil
  }
}
