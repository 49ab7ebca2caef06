/// The rule by which the hosts of a database share a limit. Instants and durations are nanoseconds of the host's own
/// clock.
///
/// A host debits calls in the database and then admits them from memory. What it debits for later it may use for
/// ``life``, and then returns. Besides, it may admit a few calls of each key before it debits them, its credit: the
/// database keeps as much in reserve for each host, so that all hosts together never admit more than the limit.
struct LeaseRule: Sendable, Hashable {
  private static let second: Int64 = 1_000_000_000

  let rate: CellRate
  /// The number of hosts that share the limit.
  let hosts: Int
  /// The number of calls of a key that this host may admit before it debits them.
  let credit: Int
  /// The part of the limit that the database keeps for the credits of all hosts.
  let reserve: Int64
  /// The rate of this host while the database is away.
  let share: CellRate

  /// - Parameter isSettled: whether all other hosts know of this one. Until then it has no credit, since they keep no
  ///   reserve for it.
  init(_ rate: CellRate, hosts: Int, isSettled: Bool) {
    self.rate = rate
    self.hosts = hosts
    // All credits together are a 25th of the burst.
    let credit = rate.burst >= 4 * hosts ? max(1, rate.burst / (25 * hosts)) : 0
    self.credit = isSettled ? credit : 0
    reserve = isSettled || hosts > 1 ? Int64(credit * hosts) * rate.interval : 0
    share = CellRate(rate, dividedBy: hosts)
  }

  /// The time for which debited calls may be used.
  var life: Int64 { Self.second }
  /// The most calls that are debited for later: those of a second.
  var most: Int { Int(max(1, Self.second / rate.interval)) }
  /// The time between two questions to a database that had less than was asked for. In it the key does not become full.
  var pause: Int64 { min(Self.second, rate.capacity / 2) }
}
