import Loop

/// The counts of one limit: in this process alone, or shared with the other hosts of a database.
enum LimitCounter: Sendable {
  case local(CallLimiter<LimitKey>)
  case shared(SharedLimiter)

  /// Counts a call if it is within the limit. A call of a shared limit may have to wait for the database.
  func admit(_ key: LimitKey, at now: Int64) async -> LimitVerdict {
    switch self {
    case .local(let limiter): return limiter.admit(key, at: now)
    case .shared(let limiter):
      switch limiter.admit(key, at: now) {
      case .decided(let verdict): return verdict
      case .promised(let promise): return await promise.value()
      }
    }
  }

  /// Takes back the count of an admitted call, which another limit refused.
  func giveBack(_ key: LimitKey) {
    switch self {
    case .local(let limiter): limiter.giveBack(key)
    case .shared(let limiter): limiter.giveBack(key)
    }
  }
}
