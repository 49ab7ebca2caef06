import Foundation
import Testing

@testable import Host

/// What one client can hold of the memory for bodies. The capacity is 16 MiB: 4 for a user, 8 for a network.
@Suite struct BodySharesTests {
  private static let mebibyte = 1 << 20
  private let user = UUID()
  private let network = ClientNetwork("2001:db8::1")

  private var client: BodyClient { BodyClient(user: user, network: network) }
  private var anonymous: BodyClient { BodyClient(user: nil, network: network) }

  /// Enters bodies of so many MiB; true for those that are admitted.
  private func enter(_ shares: inout BodyShares, _ client: BodyClient?, _ sizes: [Int]) -> [Bool] {
    sizes.map { shares.enter(BodyWaiter(ticket: UInt64($0), bytes: $0 * Self.mebibyte, client: client)) }
  }

  /// Withdraws a body; returns the tickets that are admitted then.
  private func giveUp(_ shares: inout BodyShares, _ ticket: UInt64) -> [UInt64]? {
    shares.giveUp(ticket)?.map(\.ticket)
  }

  private func release(_ shares: inout BodyShares, _ client: BodyClient?, _ size: Int) -> [UInt64] {
    shares.release(size * Self.mebibyte, of: client).map(\.ticket)
  }

  @Test func aUserHoldsAQuarterAndANetworkHalf() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [3, 1, 2]) == [true, true, false])
    #expect(enter(&shares, BodyClient(user: UUID(), network: ClientNetwork("2001:db8::2")), [4, 1]) == [true, false])
    #expect(enter(&shares, anonymous, [1]) == [false])
    #expect(enter(&shares, BodyClient(user: nil, network: ClientNetwork("2001:db8:0:1::1")), [8]) == [true])
    #expect(enter(&shares, nil, [16]) == [true])
    #expect(enter(&shares, BodyClient(user: nil, network: nil), [16]) == [true])
    #expect(shares.waiting == 3)
  }

  @Test func aBodyAboveTheShareIsAdmittedAsTheOnlyOne() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [10, 1]) == [true, false])
    #expect(release(&shares, client, 10) == [1])
    #expect(enter(&shares, client, [11]) == [false])
    #expect(release(&shares, client, 1) == [11])
  }

  @Test func theOrderIsThatOfArrivalForEachClient() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [4, 3, 1]) == [true, false, false])
    // Another user of the network does not wait for them.
    #expect(enter(&shares, BodyClient(user: UUID(), network: network), [4]) == [true])
    #expect(release(&shares, client, 4) == [3, 1])
    #expect(shares.waiting == 0)
  }

  /// What its user's share admits waits for the share of its network, where its bytes count for its user already.
  @Test func aBodyWaitsForBothShares() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [4]) == [true])
    #expect(enter(&shares, anonymous, [4]) == [true])
    #expect(enter(&shares, client, [2, 3]) == [false, false])
    let elsewhere = BodyClient(user: user, network: ClientNetwork("192.0.2.1"))
    #expect(enter(&shares, elsewhere, [1]) == [false])
    #expect(release(&shares, client, 4) == [2])
    #expect(release(&shares, anonymous, 4) == [])
    #expect(release(&shares, client, 2) == [3, 1])
  }

  @Test func aSmallBodyPassesTheLargeOnesOfItsUser() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [4, 3]) == [true, false])
    let small = BodyWaiter(ticket: 9, bytes: BodyWaiter.small, client: client)
    let isAdmitted = shares.enter(small)
    #expect(isAdmitted)
    #expect(shares.waiting == 1)
  }

  /// A sixteenth is for small bodies, whatever large ones hold.
  @Test func smallBodiesPassALargeOneAboveTheShare() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [12]) == [true])
    #expect(enterSmall(&shares, 20...24) == [true, true, true, true, false])
    // One of them ends, and the one that waits behind them is admitted.
    #expect(shares.release(BodyWaiter.small, of: client).map(\.ticket) == [24])
    #expect(enterSmall(&shares, 25...25) == [false])
  }

  /// A body that grows is no longer among the small ones, also if its growth is taken back after its end.
  @Test func aSmallBodyThatGrowsLeavesRoomForOthers() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enterSmall(&shares, 20...20) == [true])
    let isExtended = shares.extend(12 * Self.mebibyte, of: client, beyond: BodyWaiter.small)
    #expect(isExtended)
    #expect(enterSmall(&shares, 21...25) == [true, true, true, true, false])
    #expect(shares.release(BodyWaiter.small, of: client).map(\.ticket) == [25])
    _ = shares.release(12 * Self.mebibyte, of: client, beyond: BodyWaiter.small)
    #expect(enter(&shares, client, [2, 1]) == [true, false])
  }

  /// Enters bodies of 256 KiB; true for those that are admitted.
  private func enterSmall(_ shares: inout BodyShares, _ tickets: ClosedRange<UInt64>) -> [Bool] {
    tickets.map { shares.enter(BodyWaiter(ticket: $0, bytes: BodyWaiter.small, client: client)) }
  }

  @Test func aBodyThatGrowsIsRefusedAboveTheShareUnlessItIsTheOnlyOne() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [3]) == [true])
    var grown = [shares.extend(9 * Self.mebibyte, of: client, beyond: 3 * Self.mebibyte)]
    #expect(release(&shares, client, 12) == [])
    #expect(enter(&shares, client, [1, 2]) == [true, true])
    grown.append(shares.extend(Self.mebibyte, of: client, beyond: Self.mebibyte))
    grown.append(shares.extend(1, of: client, beyond: 2 * Self.mebibyte))
    #expect(grown == [true, true, false])
  }

  @Test func aBodyThatIsWithdrawnLetsTheNextOnesThrough() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, client, [3, 2, 1]) == [true, false, false])
    #expect(giveUp(&shares, 7) == nil)
    #expect(giveUp(&shares, 2) == [1])
    #expect(giveUp(&shares, 2) == nil)
    #expect(shares.waiting == 0)
    #expect(release(&shares, client, 1) == [] && release(&shares, client, 3) == [])
    #expect(enter(&shares, client, [4]) == [true])
  }

  /// A body that waits for its network counts for its user until it is withdrawn.
  @Test func aBodyThatIsWithdrawnFromItsNetworkCountsNoMore() {
    var shares = BodyShares(capacity: 16 * Self.mebibyte)
    #expect(enter(&shares, anonymous, [8]) == [true])
    #expect(enter(&shares, client, [4]) == [false])
    let elsewhere = BodyClient(user: user, network: nil)
    #expect(enter(&shares, elsewhere, [1]) == [false])
    #expect(giveUp(&shares, 4) == [1])
  }
}
