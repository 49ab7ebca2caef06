import Database
import Logging
import Synchronization

/// The counters of a host's rate limits: shared with the other hosts of a Postgres database, otherwise its own.
///
/// A limit keeps its counts while the host's functions are replaced, as long as its rate stays the same.
final class LimitCounters: Sendable {
  private struct Limit: Hashable {
    let name: String
    let rate: CellRate
  }

  private let database: Database
  /// Returns the number of hosts that use the database; nil if this host counts alone.
  private let hosts: (@Sendable () async throws -> Int)?
  private let state = LeaseState()
  private let made = Mutex<[Limit: LimitCounter]>([:])

  init(database: Database, hosts: (@Sendable () async throws -> Int)?) {
    self.database = database
    self.hosts = hosts
  }

  func counter(of name: String, _ rate: CellRate) -> LimitCounter {
    made.withLock { made in
      let limit = Limit(name: name, rate: rate)
      if let counter = made[limit] { return counter }
      let counter: LimitCounter =
        isShared
        ? .shared(SharedLimiter(name: name, rate: rate, state: state)) : .local(CallLimiter(rate))
      made[limit] = counter
      return counter
    }
  }

  /// The limits that are shared. One that no function has any more stays: calls in hand may still be counted by it.
  var shared: [SharedLimiter] {
    made.withLock { $0.values.compactMap { if case .shared(let limiter) = $0 { limiter } else { nil } } }
  }

  /// The service that shares the limits; nil if none can be shared.
  func leases(logger: Logger) -> LimitLeases? {
    guard let hosts, isShared else { return nil }
    return LimitLeases({ [self] in shared }, state, database: database, hosts: hosts, logger: logger)
  }

  private var isShared: Bool { hosts != nil && database.dialect == .postgres }
}
