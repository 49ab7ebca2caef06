import Edge
import Foundation
import Logging
import Simulator
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

/// Tokens that are registered during or after the sending of a match.
@Suite(.timeLimit(.minutes(10))) struct LateRegistrationTests {
  @Test func aPhoneThatIsRegisteredAfterTheSendingGetsTheMatchOnce() async throws {
    try await withPhones { phones in
      let (game, players, _) = try await phones.match(1, tokens: false)
      try await phones.host.drainJobs()
      let first = try await phones.rows(of: game)
      #expect(first.values.map(\.outcome) == ["no_token", "no_token"])

      let token = try await phones.register(of: players[1])
      try await phones.register(token, of: players[1])
      #expect(try await phones.host.queuedJobs(of: "deliver_match").count == 1)
      try await phones.host.drainJobs()
      let second = try await phones.rows(of: game)
      #expect(second[players[0]] == first[players[0]])
      #expect(second[players[1]]?.outcome == "delivered")
      #expect(second[players[1]]?.apnsID == first[players[1]]?.apnsID)

      try await phones.register(of: players[1])
      #expect(try await phones.host.queuedJobs(of: "deliver_match").isEmpty)
      #expect(phones.simulator.notifications.map(\.token) == [token])
    }
  }

  @Test func aTokenThatWasRefusedIsSentToOnceItIsRegisteredWithItsEnvironment() async throws {
    try await withPhones { phones in
      let (game, players, tokens) = try await phones.match(1)
      phones.simulator.register(SimulatedDevice(token: tokens[1], environment: .production))
      try await phones.host.drainJobs()
      let refused = try await phones.rows(of: game)[players[1]]
      #expect(refused?.outcome == "refused")
      #expect(refused?.reason == "BadDeviceToken")

      phones.simulator.register(SimulatedDevice(token: tokens[1], environment: .sandbox))
      try await phones.register(tokens[1], of: players[1], in: "sandbox")
      try await phones.host.drainJobs()
      let delivered = try await phones.rows(of: game)[players[1]]
      #expect(delivered?.outcome == "delivered")
      #expect(delivered?.apnsID == refused?.apnsID)
      #expect(phones.simulator.notifications.compactMap(\.token).sorted() == tokens.sorted())
    }
  }

  @Test func aRegistrationDuringTheSendingOfARefusedTokenCounts() async throws {
    let started = Mutex<(phones: Phones, player: UUID, token: String)?>(nil)
    try await withPhones(whileSending: { push in
      guard let (phones, player, token) = started.withLock({ $0 }), push.device == token else { return }
      phones.simulator.register(SimulatedDevice(token: token, environment: .sandbox))
      try await phones.register(token, of: player, in: "sandbox")
    }) { phones in
      let (game, players, tokens) = try await phones.match(1)
      phones.simulator.register(SimulatedDevice(token: tokens[1], environment: .production))
      started.withLock { $0 = (phones, players[1], tokens[1]) }
      try await phones.host.drainJobs()
      started.withLock { $0 = nil }
      #expect(try await phones.rows(of: game)[players[1]]?.outcome == "undelivered")
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      #expect(try await phones.rows(of: game)[players[1]]?.outcome == "delivered")
      #expect(try await phones.outcomes() == ["failed", "completed"])
    }
  }

  @Test(arguments: [(3599.0, 1), (3600.0, 0)])
  func aMatchOfAnHourAgoIsNoNews(seconds: Double, jobs: Int) async throws {
    try await withPhones { phones in
      let (_, players, _) = try await phones.match(1, tokens: false)
      try await phones.host.drainJobs()
      phones.clock.advance(by: seconds)
      try await phones.register(of: players[1])
      #expect(try await phones.host.queuedJobs(of: "deliver_match").count == jobs)
    }
  }

  @Test func aTokenThatAppleDropsAtEachRegistrationIsSentToFiveTimes() async throws {
    try await withPhones { phones in
      let (game, players, tokens) = try await phones.match(1)
      phones.simulator.unregister(tokens[1], at: noon)
      for _ in 0..<8 {
        try await phones.host.drainJobs()
        try await phones.register(tokens[1], of: players[1])
      }
      let row = try await phones.rows(of: game)[players[1]]
      #expect(row?.outcome == "unregistered")
      #expect(row?.attempts == LateRegistration.attempts)
    }
  }

  @Test func onlyATokenThatMatchesAreSentToResumesThem() async throws {
    try await withPhones(topics: ["shvil": "app.shvil"]) { phones in
      let (game, players, _) = try await phones.match(1, tokens: false)
      try await phones.host.drainJobs()
      try await phones.register(of: players[1], app: "shvil")
      let off: JSONValue = ["token": .null]
      #expect(try await phones.host.call("update_apns_token", by: players[1], off).status == 200)
      try await phones.register(of: UUID())
      #expect(try await phones.host.queuedJobs(of: "deliver_match").isEmpty)
      #expect(try await phones.rows(of: game).values.allSatisfy { $0.outcome == "no_token" })
    }
  }

  /// Makes a match while Apple is away, and registers the friend's phone after it: the session's job and that of the
  /// registration are unfinished.
  private func matchWhileAppleIsAway(_ phones: Phones) async throws -> (game: Game, friend: UUID, tokens: [String]) {
    phones.simulator.play(
      FaultScript(steps: [
        FaultScript.Step(count: nil, faults: [.init(.answer(FaultAnswer(status: 503, reason: "ServiceUnavailable")))])
      ]))
    let friend = UUID()
    let game = try await phones.host.startGame(quorum: 2, players: [friend])
    let first = try await phones.register(of: game.creator)
    try await phones.like(game, [game.creator, friend])
    try await phones.host.drainJobs()
    let rows = try await phones.rows(of: game)
    #expect(rows[game.creator]?.outcome == "undelivered")
    #expect(rows[friend]?.outcome == "no_token")
    let second = try await phones.register(of: friend)
    #expect(try await phones.host.queuedJobs(of: "deliver_match").count == 2)
    return (game, friend, [first, second])
  }

  @Test func theSessionsJobLeavesOutADeliveryThatARegistrationsJobIsSending() async throws {
    let started = Mutex<(phones: Phones, game: Game, token: String)?>(nil)
    try await withPhones(
      patience: .zero,
      whileSending: { push in
        guard let (phones, game, token) = started.withLock({ $0 }), push.device == token else { return }
        started.withLock { $0 = nil }
        let session: JSONValue = ["session_id": game.id.json]
        let answer = try await phones.host.call("deliver_match", as: .serviceRole, json: session)
        #expect(answer.status == 204)
      }
    ) { phones in
      let (game, friend, tokens) = try await matchWhileAppleIsAway(phones)
      phones.simulator.play(FaultScript())
      started.withLock { $0 = (phones, game, tokens[1]) }
      try await phones.host.drainJobs()
      let hasRun = started.withLock { $0 == nil }
      #expect(hasRun)
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[game.creator]?.outcome == "delivered")
      #expect(rows[friend]?.outcome == "delivered")
      #expect(phones.simulator.notifications.compactMap(\.token).sorted() == tokens.sorted())
    }
  }

  @Test func aResumedDeliveryIsEndedByItsOwnJob() async throws {
    try await withPhones(patience: .zero) { phones in
      let (game, friend, tokens) = try await matchWhileAppleIsAway(phones)
      try await phones.host.drainJobs()
      let off: JSONValue = ["token": .null]
      #expect(try await phones.host.call("update_apns_token", by: friend, off).status == 200)
      // As the next try of the session's job.
      let session: JSONValue = ["session_id": game.id.json]
      #expect(try await phones.host.call("deliver_match", as: .serviceRole, json: session).status == 503)
      #expect(try await phones.rows(of: game)[friend]?.outcome == "undelivered")

      try await phones.register(tokens[1], of: friend)
      #expect(try await phones.host.queuedJobs(of: "deliver_match").count == 2)
      phones.simulator.play(FaultScript())
      phones.clock.advance(by: 3600)
      try await phones.host.drainJobs()
      #expect(phones.simulator.notifications.compactMap(\.token).sorted() == tokens.sorted())
    }
  }

  /// The job has read that there is no token, and has not committed its rows yet.
  // With one writer the transactions come one after the other.
  @Test(.onPostgres) func aRegistrationBesideTheJobsLookAtTheTokensCounts() async throws {
    try await withPhones { phones in
      let (game, players, _) = try await phones.match(1, tokens: false)
      let registering = Mutex<Task<String, any Error>?>(nil)
      let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      try await phones.host.database.transaction { transaction in
        let deliveries = try await transaction.missingDeliveries(of: game.id, to: nil, at: noon, .postgres, silent)
        #expect(deliveries.isEmpty)
        registering.withLock { $0 = Task { try await phones.register(of: players[1]) } }
        try await transaction.waitForAnother()
      }
      _ = try await registering.withLock { $0 }?.value
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[players[0]]?.outcome == "no_token")
      #expect(rows[players[1]]?.outcome == "delivered")
    }
  }
}
