import Edge
import Foundation
import Simulator
import SwiftletTesting
import Synchronization
import Testing

/// Faults between the host and Apple, and their effects on a match's deliveries.
@Suite struct DeliverMatchFaultTests {
  private static func unavailable(_ requests: Int?) -> FaultScript {
    FaultScript(steps: [
      FaultScript.Step(
        count: requests, faults: [.init(.answer(FaultAnswer(status: 503, reason: "ServiceUnavailable")))])
    ])
  }

  @Test func theSenderTriesAgainByItself() async throws {
    try await withPhones(faults: Self.unavailable(2)) { phones in
      let (game, _, tokens) = try await phones.match()
      try await phones.host.drainJobs()
      #expect(Set(phones.simulator.notifications.map(\.token)) == Set(tokens))
      #expect(try await phones.rows(of: game).values.allSatisfy { $0.outcome == "delivered" && $0.attempts == 1 })
      #expect(try await phones.outcomes() == ["completed"])
    }
  }

  @Test func aLaterTryOfTheJobSendsUnderTheSameID() async throws {
    try await withPhones(faults: Self.unavailable(nil), patience: .zero) { phones in
      let (game, _, tokens) = try await phones.match()
      try await phones.host.drainJobs()
      let first = try await phones.rows(of: game)
      #expect(first.values.allSatisfy { $0.outcome == "undelivered" && $0.attempts == 1 })
      #expect(first.values.contains { $0.reason == "ServiceUnavailable" })
      #expect(phones.simulator.notifications.isEmpty)
      #expect(try await phones.outcomes() == ["failed"])

      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      let second = try await phones.rows(of: game)
      #expect(second.mapValues(\.apnsID) == first.mapValues(\.apnsID))
      #expect(second.values.allSatisfy { $0.outcome == "delivered" && $0.attempts == 2 && $0.reason == nil })
      let arrived = phones.simulator.notifications
      #expect(Set(arrived.map(\.token)) == Set(tokens))
      #expect(arrived.count == 3)
      #expect(Set(arrived.compactMap { UUID(uuidString: $0.apnsID) }) == Set(first.values.map(\.apnsID)))
      #expect(try await phones.outcomes() == ["failed", "completed"])
    }
  }

  @Test func aLaterTrySendsOnlyTheMissingNotifications() async throws {
    try await withPhones(environments: [.sandbox]) { phones in
      let friend = UUID()
      let game = try await phones.host.startGame(players: [friend])
      let delivered = try await phones.register(of: game.creator)
      let missing = try await phones.register(of: friend, in: "production")
      try await phones.like(game, [game.creator, friend])
      try await phones.host.drainJobs()
      let first = try await phones.rows(of: game)
      #expect(first[game.creator]?.outcome == "delivered")
      #expect(first[friend]?.outcome == "undelivered")
      #expect(first[friend]?.reason == "noCredentials")
      #expect(phones.simulator.notifications.map(\.token) == [delivered])

      try await phones.register(missing, of: friend, in: "sandbox")
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      let second = try await phones.rows(of: game)
      #expect(second[game.creator] == first[game.creator])
      #expect(second[friend]?.outcome == "delivered")
      #expect(second[friend]?.attempts == 2)
      #expect(second[friend]?.apnsID == first[friend]?.apnsID)
      #expect(phones.simulator.notifications.map(\.token) == [delivered, missing])
    }
  }

  @Test func anErrorOfOneDeliveryCancelsNoOther() async throws {
    let failing = Mutex<String?>(nil)
    try await withPhones(
      faults: Self.unavailable(nil), patience: .zero,
      whileSending: { push in
        guard let token = failing.withLock({ $0 }), push.device != token else { return }
        // Meanwhile the outcome of the failing delivery is refused by the database.
        var turns = 0
        while !Task.isCancelled, turns < 100_000 {
          turns += 1
          await Task.yield()
        }
      }
    ) { phones in
      let (game, players, tokens) = try await phones.match()
      try await phones.host.drainJobs()
      // The largest number: another try cannot be counted.
      let attempts = phones.host.database.dialect == .sqlite ? Int.max : Int(Int32.max)
      try await phones.host.database.execute(
        "UPDATE match_deliveries SET attempts = \(attempts) WHERE session_id = \(game.id) AND user_id = \(players[0])")
      failing.withLock { $0 = tokens[0] }
      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[players[0]]?.outcome == "undelivered")
      for player in players[1...] { #expect(rows[player]?.outcome == "delivered") }
      #expect(try await phones.outcomes() == ["failed", "failed"])
    }
  }

  @Test func aDeliveryEndsWithItsUsersToken() async throws {
    try await withPhones(faults: Self.unavailable(nil), patience: .zero) { phones in
      let (game, players, tokens) = try await phones.match()
      try await phones.host.drainJobs()
      let first = try await phones.rows(of: game)
      #expect(first.values.allSatisfy { $0.outcome == "undelivered" })

      // One user turns notifications off; another user has the other one's phone.
      let off: JSONValue = ["token": .null]
      #expect(try await phones.host.call("update_apns_token", by: players[1], off).status == 200)
      try await phones.register(tokens[2], of: UUID())
      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      let second = try await phones.rows(of: game)
      #expect(second[players[0]]?.outcome == "delivered")
      for player in players[1...] {
        #expect(second[player]?.outcome == "no_token")
        #expect(second[player]?.reason == "tokenGone")
        #expect(second[player]?.attempts == 1)
        #expect(second[player]?.apnsID == first[player]?.apnsID)
      }
      #expect(phones.simulator.notifications.map(\.token) == [tokens[0]])
      // It is decided: nothing is tried again.
      #expect(try await phones.outcomes() == ["failed", "completed"])
      #expect(try await phones.host.queuedJobs(of: "deliver_match").isEmpty)
    }
  }

  /// Apple accepted the notification, and its response was lost with the connection.
  @Test func aRepeatedSendIsTheSameNotification() async throws {
    let script = FaultScript(steps: [FaultScript.Step(count: 1, faults: [.init(.disconnect, arrives: true)])])
    try await withPhones(faults: script) { phones in
      let (game, players, tokens) = try await phones.match(1)
      try await phones.host.drainJobs()
      let arrived = phones.simulator.notifications
      #expect(arrived.count == 3)
      let rows = try await phones.rows(of: game)
      for (player, token) in zip(players, tokens) {
        let own = arrived.filter { $0.token == token }
        #expect(Set(own.compactMap { UUID(uuidString: $0.apnsID) }) == [rows[player]?.apnsID])
        #expect(Set(own.map(\.collapseID)) == ["match-\(game.id.text)"])
        #expect(rows[player]?.outcome == "delivered")
      }
    }
  }

  @Test func aTokenThatAppleDroppedIsForgotten() async throws {
    try await withPhones { phones in
      let (game, players, tokens) = try await phones.match()
      phones.simulator.unregister(tokens[2], at: noon + 30)
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[players[2]]?.outcome == "unregistered")
      #expect(rows[players[2]]?.reason == "Unregistered")
      #expect(rows[players[0]]?.outcome == "delivered")
      #expect(try await phones.storedToken(of: players[2]) == nil)
      #expect(try await phones.storedToken(of: players[0]) == tokens[0])
      // It is decided: nothing is tried again.
      #expect(try await phones.outcomes() == ["completed"])
    }
  }

  /// A response as from a proxy, or from another server at the configured address.
  @Test func anAnswerWithoutApplesReasonRefusesNothing() async throws {
    let foreign = FaultAnswer(status: 404, reason: "")
    let script = FaultScript(steps: [FaultScript.Step(count: nil, faults: [.init(.answer(foreign))])])
    try await withPhones(faults: script) { phones in
      let (game, _, tokens) = try await phones.match(1)
      try await phones.host.drainJobs()
      let first = try await phones.rows(of: game).values
      #expect(first.map(\.outcome) == ["undelivered", "undelivered"])
      #expect(first.map(\.reason) == ["refused", "refused"])
      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      #expect(Set(phones.simulator.notifications.map(\.token)) == Set(tokens))
      #expect(try await phones.outcomes() == ["failed", "completed"])
    }
  }

  @Test func theRowHasApplesReason() async throws {
    let expired = FaultAnswer(status: 410, reason: "ExpiredToken", ageSeconds: 0)
    let script = FaultScript(steps: [FaultScript.Step(count: 1, faults: [.init(.answer(expired))])])
    try await withPhones(faults: script) { phones in
      let (game, _, _) = try await phones.match(1)
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game).values
      #expect(rows.filter { $0.outcome == "unregistered" }.map(\.reason) == ["ExpiredToken"])
    }
  }

  @Test func aTokenThatWasRegisteredAgainSinceStays() async throws {
    try await withPhones { phones in
      let (game, players, tokens) = try await phones.match(1)
      phones.simulator.unregister(tokens[1], at: noon + 30)
      phones.clock.advance(by: 60)
      try await phones.register(tokens[1], of: players[1])
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      #expect(try await phones.rows(of: game)[players[1]]?.outcome == "unregistered")
      #expect(try await phones.storedToken(of: players[1]) == tokens[1])
    }
  }

  @Test func aPhoneThatIsRegisteredDuringTheSendingGetsTheNotification() async throws {
    let started = Mutex<(phones: Phones, player: UUID, old: String)?>(nil)
    let new = Phones.token()
    try await withPhones(whileSending: { push in
      guard let (phones, player, old) = started.withLock({ $0 }), push.device == old else { return }
      try await phones.register(new, of: player)
    }) { phones in
      let (game, players, tokens) = try await phones.match(1)
      started.withLock { $0 = (phones, players[1], tokens[1]) }
      phones.simulator.unregister(tokens[1], at: noon + 30)
      phones.clock.advance(by: 60)
      try await phones.host.drainJobs()
      #expect(try await phones.rows(of: game)[players[1]]?.outcome == "undelivered")
      #expect(try await phones.storedToken(of: players[1]) == new)
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      #expect(try await phones.rows(of: game)[players[1]]?.outcome == "delivered")
      #expect(phones.simulator.notifications.compactMap(\.token).sorted() == [tokens[0], new].sorted())
      started.withLock { $0 = nil }
    }
  }

  /// Apple's clock may be ahead: its time must not remove a token that was registered during the sending.
  @Test func anUnregistrationInTheFutureForgetsTheTokenOfTheSending() async throws {
    try await withPhones { phones in
      let (_, players, tokens) = try await phones.match(1)
      phones.simulator.unregister(tokens[1], at: noon + 86_400)
      try await phones.host.drainJobs()
      #expect(try await phones.storedToken(of: players[1]) == nil)
      #expect(try await phones.storedToken(of: players[0]) == tokens[0])
    }
  }

  @Test func aTokenOfTheOtherEnvironmentIsForgottenOnlyIfTheAppSaidWhereItBelongs() async throws {
    try await withPhones { phones in
      let friend = UUID()
      let game = try await phones.host.startGame(players: [friend])
      let unsaid = try await phones.register(of: game.creator)
      let said = try await phones.register(of: friend, in: "sandbox")
      for token in [unsaid, said] {
        phones.simulator.register(SimulatedDevice(token: token, environment: .production))
      }
      try await phones.like(game, [game.creator, friend])
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows.values.allSatisfy { $0.outcome == "refused" && $0.reason == "BadDeviceToken" })
      #expect(try await phones.storedToken(of: game.creator) == unsaid)
      #expect(try await phones.storedToken(of: friend) == nil)
      #expect(try await phones.outcomes() == ["completed"])
    }
  }

  /// The notifications wait until the operator has replaced a key that Apple refuses.
  @Test func aRefusedKeyLosesNothing() async throws {
    let script = FaultScript(steps: [
      FaultScript.Step(count: nil, faults: [.init(.answer(FaultAnswer(status: 403, reason: "InvalidProviderToken")))])
    ])
    try await withPhones(faults: script) { phones in
      let (game, _, _) = try await phones.match(1)
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows.values.allSatisfy { $0.outcome == "undelivered" && $0.reason == "InvalidProviderToken" })
      #expect(phones.simulator.notifications.isEmpty)
      #expect(try await phones.outcomes() == ["failed"])
      #expect(try await phones.host.queuedJobs(of: "deliver_match").count == 1)
    }
  }
}
