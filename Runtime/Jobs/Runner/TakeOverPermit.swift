/// Whether a host may take over jobs whose lease has run out.
///
/// A lease also runs out while the database is away, and its holder renews it once the database is back. A host that was
/// itself cut off for longer than half a lease gives the holders a third of a lease for that.
struct TakeOverPermit: Sendable {
  private let lease: Duration
  private var lastRenewal: ContinuousClock.Instant?
  /// The end of the wait after an interruption.
  private(set) var waitsUntil: ContinuousClock.Instant?

  init(lease: Duration) {
    self.lease = lease
  }

  /// Whether a host that has just renewed its leases may take over others. A host that has just started may.
  func isGiven(at now: ContinuousClock.Instant) -> Bool {
    if let waitsUntil { return now >= waitsUntil }
    guard let lastRenewal else { return true }
    return lastRenewal.duration(to: now) <= lease / 2
  }

  /// Records a renewal of this host's own leases, with what ``isGiven(at:)`` said of it.
  mutating func renewed(at now: ContinuousClock.Instant, isGiven: Bool) {
    if isGiven { waitsUntil = nil } else if waitsUntil == nil { waitsUntil = now + lease / 3 }
    lastRenewal = now
  }

  /// Records that the database was not reached: a wait begins anew with the next renewal.
  mutating func failed() {
    waitsUntil = nil
  }
}
