import Testing

@testable import Jobs

@Suite struct TakeOverPermitTests {
  private let start = ContinuousClock.now
  private var permit = TakeOverPermit(lease: .seconds(30), isShared: false)

  /// Renews this host's leases.
  ///
  /// - Returns: whether the host may take over others then.
  private mutating func renew(at seconds: Int) -> Bool {
    let now = start + .seconds(seconds)
    let isGiven = permit.isGiven(at: now)
    permit.renewed(at: now, isGiven: isGiven)
    return isGiven
  }

  @Test mutating func aHostThatStartsAloneOrRenewsInTimeTakesOver() {
    #expect(renew(at: 0))
    #expect(renew(at: 10))
    #expect(renew(at: 25))
    #expect(permit.waitsUntil == nil)
  }

  @Test mutating func afterAnInterruptionTheHoldersHaveAThirdOfALease() {
    #expect(renew(at: 0))
    #expect(!renew(at: 16))
    #expect(permit.waitsUntil == start + .seconds(26))
    #expect(!renew(at: 25))
    #expect(renew(at: 26))
    #expect(renew(at: 36))
  }

  @Test mutating func anInterruptionDuringTheWaitBeginsItAnew() {
    #expect(renew(at: 0))
    #expect(!renew(at: 60))
    permit.failed()
    #expect(!renew(at: 61))
    #expect(permit.waitsUntil == start + .seconds(71))
    #expect(!renew(at: 70))
    #expect(renew(at: 71))
  }

  @Test mutating func aStepOfTheClockBeginsAWait() {
    #expect(renew(at: 0))
    permit.clockStepped()
    #expect(!renew(at: 10))
    #expect(permit.waitsUntil == start + .seconds(20))
    #expect(!renew(at: 19))
    permit.clockStepped()
    #expect(!renew(at: 20))
    #expect(!renew(at: 29))
    #expect(renew(at: 30))
  }

  @Test mutating func aHostThatStartsBesideOthersWaits() {
    permit = TakeOverPermit(lease: .seconds(30), isShared: true)
    #expect(!renew(at: 0))
    #expect(!renew(at: 9))
    #expect(renew(at: 10))
  }

  @Test mutating func aHostThatIsAlwaysLateTakesOverAfterEachWait() {
    #expect(renew(at: 0))
    #expect(!renew(at: 40))
    #expect(renew(at: 80))
    #expect(!renew(at: 120))
  }

  @Test mutating func aShortFailureIsNoInterruption() {
    #expect(renew(at: 0))
    permit.failed()
    #expect(renew(at: 12))
  }
}
