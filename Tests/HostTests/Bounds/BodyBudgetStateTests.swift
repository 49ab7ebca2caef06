import Foundation
import SeededRandom
import Testing

@testable import Host

/// The order in which memory is granted.
@Suite struct BodyBudgetStateTests {
  private static let mebibyte = 1 << 20

  @Test func memoryIsGrantedAndReleased() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.acquire(3 * Self.mebibyte, ticket: 1) == .granted)
    #expect(state.acquire(4 * Self.mebibyte, ticket: 2) == .granted)
    #expect(state.used == 7 * Self.mebibyte)
    #expect(state.release(3 * Self.mebibyte) == [])
    #expect(state.release(4 * Self.mebibyte) == [])
    #expect(state.used == 0)
  }

  @Test func theOrderIsThatOfArrival() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.acquire(6 * Self.mebibyte, ticket: 1) == .granted)
    #expect(state.acquire(5 * Self.mebibyte, ticket: 2) == .waits)
    // It would fit, but came later.
    #expect(state.acquire(Self.mebibyte, ticket: 3) == .waits)
    #expect(state.waiting == 2)
    #expect(state.release(6 * Self.mebibyte) == [2, 3])
    #expect(state.used == 6 * Self.mebibyte)
    #expect(state.waiting == 0)
  }

  @Test func anEighthIsForSmallRequests() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.largest == 7 * Self.mebibyte)
    #expect(state.acquire(7 * Self.mebibyte, ticket: 1) == .granted)
    #expect(state.acquire(Self.mebibyte, ticket: 2) == .waits)
    for ticket in UInt64(3)..<7 { #expect(state.acquire(BodyWaiter.small, ticket: ticket) == .granted) }
    #expect(state.used == 8 * Self.mebibyte)
    #expect(state.acquire(1, ticket: 7) == .waits)
    // The small one first, and the large one once there is room below the eighth.
    #expect(state.release(BodyWaiter.small) == [7])
    #expect(state.release(7 * Self.mebibyte) == [2])
  }

  @Test func aRequestAboveTheMostForOneExchangeIsRefused() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.acquire(7 * Self.mebibyte + 1, ticket: 1) == .refused)
    #expect(state.used == 0)
  }

  @Test func tooManyThatWaitAreRefused() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.acquire(7 * Self.mebibyte, ticket: 1) == .granted)
    var tickets: UInt64 = 1
    repeat { tickets += 1 } while state.acquire(Self.mebibyte, ticket: tickets) == .waits
    // A quarter of the capacity, by 64 KiB that each may hold.
    #expect(state.waiting == 32)
    #expect(state.acquire(Self.mebibyte, ticket: 100) == .refused)
  }

  @Test func aWithdrawnRequestLetsTheNextOnesThrough() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    #expect(state.acquire(4 * Self.mebibyte, ticket: 1) == .granted)
    #expect(state.acquire(6 * Self.mebibyte, ticket: 2) == .waits)
    #expect(state.acquire(2 * Self.mebibyte, ticket: 3) == .waits)
    let answer = state.giveUp(2)
    #expect(answer.wasWaiting)
    #expect(answer.granted == [3])
    #expect(state.used == 6 * Self.mebibyte)
    #expect(!state.giveUp(2).wasWaiting)
    #expect(!state.giveUp(3).wasWaiting)
  }

  /// Bodies of unknown length that fill the budget and want more: each is refused at once, so none waits for another.
  @Test func growingDoesNotWait() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    for ticket in 0..<7 { #expect(state.acquire(Self.mebibyte, ticket: UInt64(ticket)) == .granted) }
    #expect(!state.extend(1))
    #expect(state.release(Self.mebibyte) == [])
    #expect(state.extend(Self.mebibyte))
    #expect(!state.extend(1))
    // Waiting requests come before growing ones.
    #expect(state.acquire(2 * Self.mebibyte, ticket: 8) == .waits)
    #expect(state.release(Self.mebibyte) == [])
    #expect(!state.extend(1))
    #expect(state.release(Self.mebibyte) == [8])
  }

  /// The bodies of the first quarter need no look at their clients.
  @Test func smallBodiesAreGrantedAtOnceUpToAQuarter() {
    let state = Budget(capacity: 4 * Self.mebibyte)
    for _ in 0..<4 { #expect(state.acquireAtOnce(BodyWaiter.small)) }
    #expect(!state.acquireAtOnce(1))
    #expect(state.release(BodyWaiter.small) == [])
    #expect(!state.acquireAtOnce(BodyWaiter.small + 1))
    #expect(state.acquireAtOnce(BodyWaiter.small))
  }

  /// Seven bodies of 10 MiB in 256 MiB: the client's own ones wait, and those of others do not.
  @Test func aClientThatHoldsItsShareStarvesNoOther() throws {
    let state = Budget(capacity: 256 * Self.mebibyte)
    let network = try #require(ClientNetwork("192.0.2.1"))
    let (first, second) = (BodyClient(user: UUID(), network: network), BodyClient(user: UUID(), network: network))
    let body = 30 * Self.mebibyte
    for ticket in UInt64(1)...7 {
      #expect(state.acquire(body, of: first, ticket: ticket) == (ticket <= 2 ? .granted : .waits))
    }
    #expect(state.waiting == 5)
    #expect(state.acquire(body, of: second, ticket: 8) == .granted)
    #expect(state.acquire(body, of: second, ticket: 9) == .granted)
    // The network has its half now, and another one passes those that wait.
    #expect(state.acquire(body, of: BodyClient(user: UUID(), network: network), ticket: 10) == .waits)
    #expect(state.acquire(body, of: BodyClient(user: nil, network: ClientNetwork("192.0.2.2")), ticket: 11) == .granted)
    // Both shares have room for a third body of the first user, which comes after the one that waits for the network.
    #expect(state.release(body, of: first) == [10])
    #expect(state.release(body, of: second) == [3])
    #expect(state.release(body, of: second) == [])
  }

  @Test func aClientCannotTakeAllPlacesForWaiting() {
    let state = Budget(capacity: 8 * Self.mebibyte)
    let client = BodyClient(user: nil, network: ClientNetwork("192.0.2.1"))
    #expect(state.acquire(4 * Self.mebibyte, of: client, ticket: 1) == .granted)
    for ticket in UInt64(2)...9 { #expect(state.acquire(Self.mebibyte, of: client, ticket: ticket) == .waits) }
    #expect(state.acquire(Self.mebibyte, of: client, ticket: 10) == .refused)
    #expect(state.acquire(3 * Self.mebibyte, ticket: 11) == .granted)
    #expect(state.acquire(Self.mebibyte, ticket: 12) == .waits)
  }

  /// However exchanges come, wait, give up and end, no more is held than there is, and all of it comes back.
  @Test func nothingIsLost() {
    let state = Budget(capacity: 4 * Self.mebibyte)
    var random = SeededGenerator(state: 1)
    var (waiting, held): ([UInt64: Int], [UInt64: Int]) = ([:], [:])
    func grant(_ tickets: [UInt64]) { for ticket in tickets { held[ticket] = waiting.removeValue(forKey: ticket) } }
    let users = [nil] + (0..<3).map { _ in UUID() }
    func client(_ ticket: UInt64) -> BodyClient? {
      ticket % 5 == 0
        ? nil : BodyClient(user: users[Int(ticket % 4)], network: ClientNetwork("192.0.2.\(ticket % 3)"))
    }
    for ticket in UInt64(1)...5000 {
      let bytes = Int.random(in: 1...(ticket % 3 == 0 ? Self.mebibyte : BodyWaiter.small), using: &random)
      switch state.acquire(bytes, of: client(ticket), ticket: ticket) {
      case .granted: held[ticket] = bytes
      case .waits: waiting[ticket] = bytes
      case .refused: break
      }
      // The order of a dictionary differs from run to run.
      if Bool.random(using: &random), let ended = held.keys.sorted().randomElement(using: &random),
        let bytes = held.removeValue(forKey: ended)
      {
        grant(state.release(bytes, of: client(ended)))
      }
      if ticket % 7 == 0, let tired = waiting.keys.sorted().randomElement(using: &random) {
        waiting[tired] = nil
        grant(state.giveUp(tired).granted)
      }
      #expect(state.used == held.values.reduce(0, +))
      #expect(state.used <= state.capacity)
      #expect(state.waiting == waiting.count)
    }
    while let (ended, bytes) = held.first {
      held[ended] = nil
      grant(state.release(bytes, of: client(ended)))
    }
    #expect(state.used == 0)
    #expect(waiting.isEmpty)
  }
}

/// The rules, where an expectation can change them.
private final class Budget {
  private var state: BodyBudgetState

  init(capacity: Int) { state = BodyBudgetState(capacity: capacity) }

  var capacity: Int { state.capacity }
  var largest: Int { state.largest }
  var used: Int { state.used }
  var waiting: Int { state.waiting }

  func acquire(_ bytes: Int, of client: BodyClient? = nil, ticket: UInt64) -> BodyBudgetState.Answer {
    state.acquire(bytes, of: client, ticket: ticket)
  }
  func acquireAtOnce(_ bytes: Int) -> Bool { state.acquireAtOnce(bytes) }
  func extend(_ bytes: Int, of client: BodyClient? = nil, beyond own: Int = 0) -> Bool {
    state.extend(bytes, of: client, beyond: own)
  }
  func release(_ bytes: Int, of client: BodyClient? = nil) -> [UInt64] { state.release(bytes, of: client) }
  func giveUp(_ ticket: UInt64) -> (wasWaiting: Bool, granted: [UInt64]) { state.giveUp(ticket) }
}
