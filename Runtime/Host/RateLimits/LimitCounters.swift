import Database
import Logging

/// Makes the counters of a host's rate limits: shared with the other hosts of a Postgres database, otherwise its own.
struct LimitCounters {
  private let database: Database
  /// Returns the number of hosts that use the database; nil if this host counts alone.
  private let hosts: (@Sendable () async throws -> Int)?
  private let state = LeaseState()
  private var shared: [SharedLimiter] = []

  init(database: Database, hosts: (@Sendable () async throws -> Int)?) {
    self.database = database
    self.hosts = hosts
  }

  /// The counter of a new limit.
  mutating func counter(of name: String, _ rate: CellRate) -> LimitCounter {
    guard hosts != nil, database.engine.dialect == .postgres else { return .local(CallLimiter(rate)) }
    let limiter = SharedLimiter(name: name, rate: rate, state: state)
    shared.append(limiter)
    return .shared(limiter)
  }

  /// The service that shares the limits; nil if none is shared.
  func leases(logger: Logger) -> LimitLeases? {
    guard let hosts, !shared.isEmpty else { return nil }
    return LimitLeases(shared, state, database: database, hosts: hosts, logger: logger)
  }
}
