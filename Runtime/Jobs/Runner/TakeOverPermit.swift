/// Whether a host may take over jobs whose lease has run out.
///
/// A lease also runs out while the database is away, and its holder renews it once the database is back. A host that was
/// itself cut off for longer than half a lease gives the holders a third of a lease for that. So does one that starts
/// beside other hosts, since it does not know whether the database was away, and one that sees the database's clock set
/// forward, since leases are measured by it.
struct TakeOverPermit: Sendable {
  private enum State: Sendable {
    case given
    /// The next renewal begins a wait.
    case refused
    case waiting(until: ContinuousClock.Instant)
  }

  private let lease: Duration
  private var state: State
  private var lastRenewal: ContinuousClock.Instant?

  /// - Parameter isShared: whether hosts on other machines use the database.
  init(lease: Duration, isShared: Bool) {
    self.lease = lease
    state = isShared ? .refused : .given
  }

  /// The instant at which the wait ends; nil outside of a wait.
  var waitsUntil: ContinuousClock.Instant? {
    if case .waiting(let end) = state { end } else { nil }
  }

  /// Whether a host that has just renewed its leases may take over others.
  func isGiven(at now: ContinuousClock.Instant) -> Bool {
    switch state {
    case .refused: false
    case .waiting(let end): now >= end
    case .given: lastRenewal.map { $0.duration(to: now) <= lease / 2 } ?? true
    }
  }

  /// Records a renewal of this host's own leases, with the result of ``isGiven(at:)`` for it.
  mutating func renewed(at now: ContinuousClock.Instant, isGiven: Bool) {
    lastRenewal = now
    if isGiven {
      state = .given
    } else if waitsUntil == nil {
      state = .waiting(until: now + lease / 3)
    }
  }

  /// Records that the database's clock was set forward, which ends leases of live holders: a wait begins with the next
  /// renewal.
  mutating func clockStepped() { state = .refused }

  /// Records that the database was not reached: a wait begins anew with the next renewal.
  mutating func failed() {
    if waitsUntil != nil { state = .refused }
  }
}
