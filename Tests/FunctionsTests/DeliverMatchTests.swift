import APNs
import Cryptography
import Edge
import Foundation
import Functions
import Logging
import Simulator
import SwiftletTesting
import Testing

/// The apps on a host whose pushes go through the real sender to a simulator on this machine.
struct Phones {
  let host: TestHost
  let simulator: APNSSimulator
  let clock: SteppingClock

  /// Starts a game whose players have a phone each, and makes its match: all like the first option.
  ///
  /// - Returns: the game, its players with the creator first, and their tokens.
  func match(_ others: Int = 2, tokens: Bool = true) async throws -> (game: Game, players: [UUID], tokens: [String]) {
    let friends = (0..<others).map { _ in UUID() }
    let game = try await host.startGame(quorum: others + 1, players: friends)
    let players = [game.creator] + friends
    var registered: [String] = []
    if tokens { for player in players { registered.append(try await register(of: player)) } }
    try await like(game, players)
    return (game, players, registered)
  }

  /// All players like the first option.
  func like(_ game: Game, _ players: [UUID]) async throws {
    for player in players { try #require(try await host.like(game.options[0], in: game.id, by: player).status == 200) }
    try #require(try await host.standing(of: game).status == "matched")
  }

  /// Registers a phone.
  @discardableResult
  func register(
    _ token: String = token(), of user: UUID, in environment: String? = nil, app: String? = nil
  ) async throws -> String {
    var input: JSONObject = ["token": .string(token)]
    if let app { input["app"] = .string(app) }
    if let environment { input["environment"] = .string(environment) }
    try #require(try await host.call("update_apns_token", by: user, .object(input)).status == 200)
    return token
  }

  /// The deliveries' rows, by user.
  func rows(of game: Game) async throws -> [UUID: Delivery] {
    let rows = try await host.database.query("SELECT * FROM match_deliveries WHERE session_id = \(game.id)")
    return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.get("user_id"), try Delivery($0)) })
  }

  func storedToken(of user: UUID) async throws -> String? {
    try #require(try await host.database.first("SELECT apns_token FROM users WHERE id = \(user)")).get("apns_token")
  }

  /// The outcomes of the job's tries, the first one first.
  func outcomes() async throws -> [String] { try await host.history(of: "deliver_match").map(\.outcome).reversed() }

  static func token() -> String { UUID().uuidString.lowercased().replacing("-", with: "") }
}

/// A row.
struct Delivery: Equatable {
  let apnsID: UUID
  let outcome: String
  let attempts: Int
  let reason: String?

  init(_ row: Row) throws {
    apnsID = try row.get("apns_id")
    outcome = try row.get("outcome")
    attempts = try row.get("attempts")
    reason = try row.get("reason")
  }
}

extension ArrivedNotification {
  var json: JSONValue { get throws { try Wire.decode(JSONValue.self, from: payload) } }
}

/// The real sender, as a host has it.
private struct Sending: PushSending {
  let sender: PushSender
  let whileSending: @Sendable (PreparedPush) async throws -> Void
  func send(_ push: PreparedPush) async -> PushOutcome {
    // The phone may change hands while it waits.
    #expect((push.retryDeadline ?? .seconds(900)) <= .seconds(30))
    let outcome = await sender.send(push)
    await #expect(throws: Never.self) { try await whileSending(push) }
    return outcome
  }
  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer { await sender.send(request) }
}

/// Runs a test with phones.
///
/// - Parameters:
///   - faults: what the simulator plays.
///   - patience: for how long the sender itself tries again; then it is the job's turn.
///   - environments: those that the sender has a key for.
///   - topics: the bundle ids of further apps, by name.
///   - whileSending: called for each notification before the app's function knows Apple's answer.
func withPhones(
  faults: FaultScript = FaultScript(), patience: Duration = .seconds(30),
  environments: [PushEnvironment] = PushEnvironment.allCases, topics: [String: String] = [:],
  whileSending: @escaping @Sendable (PreparedPush) async throws -> Void = { _ in },
  _ body: (Phones) async throws -> Void
) async throws {
  let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  let folder = FileManager.default.temporaryDirectory.appending(path: "phones-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let key = P256PrivateKey()
  var configuration = SimulatorConfiguration(folder: folder.path(percentEncoded: false))
  configuration.topics = Set(topics.values).union(["app.swivo"])
  configuration.keys = [ProviderKey(id: "TESTKEY001", team: "TESTTEAM01", publicKey: key.publicKey)]
  configuration.faults = faults
  configuration.lines = .none
  let simulator = APNSSimulator(configuration: configuration, logger: silent)
  let running = Task { try await simulator.run() }
  defer { running.cancel() }
  let listening = try await simulator.waitUntilListening()

  let credentials = try PushCredentials(keyID: "TESTKEY001", teamID: "TESTTEAM01", privateKey: key.pem)
  var pushes = PushConfiguration(credentials: Dictionary(uniqueKeysWithValues: environments.map { ($0, credentials) }))
  pushes.setURL(listening.url)
  pushes.caFile = listening.caFile
  pushes.retryDeadline = patience
  pushes.backOff.base = .milliseconds(1)
  pushes.backOff.longest = .milliseconds(5)
  let sender = try PushSender(configuration: pushes, logger: silent)

  let clock = SteppingClock()
  let host = try await TestHost(
    functions: functions, procedures: procedures, routes: routes, migrations: [migrations],
    seed: .apps(clock.wall.today),
    push: PushService(
      bundleID: "app.swivo", bundleIDs: topics, environment: .sandbox,
      sender: Sending(sender: sender, whileSending: whileSending)),
    clock: clock.wall)
  let result: Result<Void, any Error>
  do {
    try await body(Phones(host: host, simulator: simulator, clock: clock))
    result = .success(())
  } catch {
    result = .failure(error)
  }
  await host.shutdown()
  await sender.shutdown()
  running.cancel()
  _ = await running.result
  try result.get()
}

@Suite struct DeliverMatchTests {
  @Test func aMatchReachesEveryParticipantTheLastOneToLikeToo() async throws {
    try await withPhones { phones in
      let (game, players, tokens) = try await phones.match()
      #expect(phones.simulator.notifications.isEmpty)
      try await phones.host.drainJobs()
      let arrived = phones.simulator.notifications
      #expect(Set(arrived.map(\.token)) == Set(tokens))
      #expect(arrived.count == 3)
      let rows = try await phones.rows(of: game)
      #expect(Set(rows.keys) == Set(players))
      for (player, token) in zip(players, tokens) {
        let push = try #require(arrived.first { $0.token == token })
        #expect(UUID(uuidString: push.apnsID) == rows[player]?.apnsID)
        #expect(rows[player]?.outcome == "delivered")
        #expect(rows[player]?.attempts == 1)
        #expect(rows[player]?.reason == nil)
      }
      #expect(try await phones.outcomes() == ["completed"])
    }
  }

  @Test func theNotificationNamesTheOption() async throws {
    try await withPhones { phones in
      let (game, _, _) = try await phones.match(1)
      try await phones.host.drainJobs()
      let label: String = try #require(
        try await phones.host.database.first("SELECT label FROM options WHERE id = \(game.options[0])")
      ).get("label")
      for push in phones.simulator.notifications {
        #expect(push.type == "alert")
        #expect(push.topic == "app.swivo")
        #expect(push.priority == 10)
        #expect(push.collapseID == "match-\(game.id.text)")
        #expect(
          try push.json == [
            "aps": [
              "alert": ["title": "It's a match!", "body": .string(label)], "sound": "default",
              "thread-id": game.id.json, "category": "MATCH",
            ],
            "session_id": game.id.json, "option_id": game.options[0].json,
          ])
      }
    }
  }

  @Test func aRepeatedRunSendsNothing() async throws {
    try await withPhones { phones in
      let (game, _, _) = try await phones.match()
      try await phones.host.drainJobs()
      let before = try await phones.rows(of: game)
      let again = try await phones.host.call("deliver_match", as: .serviceRole, json: ["session_id": game.id.text])
      #expect(again.status == 204)
      #expect(phones.simulator.notifications.count == 3)
      #expect(try await phones.rows(of: game) == before)
    }
  }

  @Test func aUserWithoutATokenHasARowWithThatOutcome() async throws {
    try await withPhones { phones in
      let (game, players, _) = try await phones.match(tokens: false)
      let token = try await phones.register(of: players[1])
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[players[0]]?.outcome == "no_token")
      #expect(rows[players[0]]?.attempts == 0)
      #expect(rows[players[1]]?.outcome == "delivered")
      #expect(rows[players[2]]?.outcome == "no_token")
      #expect(phones.simulator.notifications.map(\.token) == [token])
      #expect(try await phones.outcomes() == ["completed"])
    }
  }

  @Test func aPhoneWithANewUserGetsOnlyThatUsersNotifications() async throws {
    try await withPhones { phones in
      let former = UUID()
      let friend = UUID()
      let game = try await phones.host.startGame(players: [former, friend])
      let token = try await phones.register(of: former)
      try await phones.register(token, of: friend)
      try await phones.like(game, [former, friend])
      try await phones.host.drainJobs()
      let rows = try await phones.rows(of: game)
      #expect(rows[former]?.outcome == "no_token")
      #expect(rows[friend]?.outcome == "delivered")
      #expect(phones.simulator.notifications.map(\.token) == [token])
    }
  }

  @Test func aSessionWithoutAMatchSendsNothing() async throws {
    try await withPhones { phones in
      let game = try await phones.host.startGame()
      try await phones.register(of: game.creator)
      for session in [game.id, UUID()] {
        let answer = try await phones.host.call("deliver_match", as: .serviceRole, json: ["session_id": session.text])
        #expect(answer.status == 204)
      }
      #expect(try await phones.host.count("SELECT count(*) FROM match_deliveries") == 0)
      #expect(phones.simulator.notifications.isEmpty)
    }
  }

  @Test func onlyTheServiceRoleDelivers() async throws {
    try await withApps { host in
      let input = ["session_id": UUID().text]
      for name in ["deliver_match", "match_deliveries"] {
        let user = try await host.call(name, as: .user(UUID()), json: input)
        #expect(user.status == 403)
        #expect(try await host.call(name, as: .anon, json: input).status == 403)
        #expect(try await host.call(name, as: .withoutToken, json: input).status == 401)
      }
    }
  }

  @Test func aHostWithoutASenderFailsAndTriesAgain() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let game = try await host.startGame(quorum: 1)
      #expect(try await host.call("update_apns_token", by: game.creator, ["token": "abcd"]).status == 200)
      #expect(try await host.like(game.options[0], in: game.id, by: game.creator).status == 200)
      try await host.drainJobs()
      let run = try #require(try await host.history(of: "deliver_match").first)
      #expect(run.outcome == "failed")
      #expect(run.error?.contains("APNS_KEY_ID") == true)
      #expect(run.nextRunAt != nil)
      #expect(try await host.count("SELECT count(*) FROM match_deliveries WHERE outcome = 'pending'") == 1)
    }
  }
}
