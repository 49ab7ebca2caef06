public import FoundationEssentials

/// How long Apple keeps a notification for a device that it cannot reach. Without one, Apple decides.
public enum PushExpiration: Sendable, Hashable {
  /// Not at all: Apple tries once.
  case oneAttempt
  /// Until then, to the second.
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
