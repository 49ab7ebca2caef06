import Edge
import Foundation
import SwiftletTesting
import Synchronization
import Testing

@testable import Functions

/// Requests that wait for a session's changes, and those that stream them.
@Suite struct SessionChangeTests {
  private func waiting(for game: Game, by user: UUID, on host: TestHost) async throws -> Answer {
    try Answer(
      await host.request(.get, "/functions/v1/session?session_id=\(game.id.text)&wait=55", as: .user(user)))
  }

  /// A function that waits for a change as `session` does, on a subscription of the test and for any time.
  private static func waits(on changes: ChangeSubscription, for time: Duration) -> any Endpoint {
    Function.raw("waits", access: .user) { request, context in
      let reading = SessionReading(sessionID: try await SessionRequest(request).sessionID, context: context)
      let state = try await reading.state()
      let newer = try await reading.next(after: state, changes, within: time, knownTo: request)
      return try reading.response(to: request, newer)
    }
  }

  private func topic(_ game: Game) -> ChangeTopic { ChangeTopic("session", game.id) }

  @Test func eachChangeOfASessionGivesAHint() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame()
      let other = try await host.startGame()
      let changes = try host.changes.subscribe(to: topic(game), by: UUID())
      let others = try host.changes.subscribe(to: topic(other), by: UUID())
      let day = Duration.seconds(86_400)

      #expect(try await host.join(game.code, by: friend).status == 200)
      #expect(try await changes.next(upTo: day) == .hint)
      #expect(try await host.call("set_username", by: friend, ["username": "Ben"]).status == 200)
      #expect(try await changes.next(upTo: day) == .hint)
      #expect(try await host.like(game.options[0], in: game.id, by: friend) == noMatch)
      #expect(try await changes.next(upTo: .zero) == .timeout, "other participants do not learn of a like")
      #expect(try await host.like(game.options[0], in: game.id, by: game.creator) == match(game.options[0]))
      #expect(try await changes.next(upTo: day) == .hint)
      #expect(try await others.next(upTo: .zero) == .timeout)
      #expect(try await host.close(other.id, by: other.creator).status == 200)
      #expect(try await others.next(upTo: day) == .hint)
    }
  }

  @Test func twentyFourWaitingPlayersLearnOfTheMatch() async throws {
    try await withApps(connections: 8) { host in
      let players = (0..<23).map { _ in UUID() }
      let game = try await host.startGame(quorum: 2, players: players)
      let option = game.options[0]
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for player in players + [game.creator] {
          group.addTask { try await waiting(for: game, by: player, on: host) }
        }
        while host.changes.count < 24 { await Task.yield() }
        #expect(try await host.like(option, in: game.id, by: players[0]) == noMatch)
        #expect(try await host.like(option, in: game.id, by: players[1]) == match(option))
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count == 24)
      #expect(answers.allSatisfy { $0.json?["matched_option_id"] == option.json && $0.json?["status"] == "matched" })
      #expect(host.changes.count == 0)
    }
  }

  @Test func withoutAChangeTheSessionIsAnsweredAfterTheTime() async throws {
    let changes = ChangeSubscription(WakeUp(), isClosed: { false }, end: {})
    try await withApps(adding: [Self.waits(on: changes, for: .milliseconds(1))]) { host in
      let game = try await host.startGame()
      let answer = try await host.call("waits", by: game.creator, ["session_id": game.id.json])
      #expect((answer.status, answer.json?["status"]) == (200, "open"))
    }
  }

  @Test func aSessionThatIsOverIsAnsweredAtOnce() async throws {
    let hasWaited = Mutex(false)
    let changes = ChangeSubscription(
      WakeUp(),
      isClosed: {
        hasWaited.withLock { $0 = true }
        return true
      }, end: {})
    try await withApps(adding: [Self.waits(on: changes, for: .seconds(55))]) { host in
      let game = try await host.startGame()
      _ = try await host.call("waits", by: game.creator, ["session_id": game.id.json])
      let waitsForOpen = hasWaited.withLock { $0 }
      #expect(waitsForOpen)
      hasWaited.withLock { $0 = false }
      #expect(try await host.close(game.id, by: game.creator).status == 200)
      let answer = try await host.call("waits", by: game.creator, ["session_id": game.id.json])
      #expect((answer.status, answer.json?["status"]) == (200, "closed"))
      let waitsForClosed = hasWaited.withLock { $0 }
      #expect(!waitsForClosed)
      #expect(try await waiting(for: game, by: game.creator, on: host).json?["status"] == "closed")
    }
  }

  @Test func aUserHasSixteenWaitingRequests() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      var held = try (0..<16).map { _ in try host.changes.subscribe(to: topic(game), by: game.creator) }
      let refused = try await host.request(
        .get, "/functions/v1/session?session_id=\(game.id.text)&wait=25", as: .user(game.creator))
      #expect((refused.status, try Answer(refused).code) == (429, "RATE_LIMIT_EXCEEDED"))
      #expect(refused.headers[.retryAfter] == "5")
      let stream = try await host.request(
        .get, "/functions/v1/session?session_id=\(game.id.text)", as: .user(game.creator),
        headers: [.accept: "text/event-stream"])
      #expect((stream.status, try Answer(stream).code) == (429, "RATE_LIMIT_EXCEEDED"))
      #expect(try await host.call("session", by: game.creator, ["session_id": game.id.json]).status == 200)
      held = []
      #expect(held.isEmpty && host.changes.count == 0)
      // A request that knows another state is answered at once.
      let admitted = try await host.request(
        .get, "/functions/v1/session?session_id=\(game.id.text)&wait=25", as: .user(game.creator),
        headers: [.ifNoneMatch: #""another""#])
      #expect(admitted.status == 200)
    }
  }

  @Test func aStoppingHostAnswersTheWaitingRequests() async throws {
    try await withApps { host in
      let game = try await host.startGame()
      async let answer = waiting(for: game, by: game.creator, on: host)
      while host.changes.count == 0 { await Task.yield() }
      host.changes.close()
      #expect(try await answer.json?["status"] == "open")
      #expect(try await waiting(for: game, by: game.creator, on: host).json?["status"] == "open")
    }
  }

  @Test func theChangesAreStreamedUntilTheMatch() async throws {
    try await withApps { host in
      let friend = UUID()
      let game = try await host.startGame(players: [friend])
      let option = game.options[0]
      async let stream = host.request(
        .post, "/functions/v1/session", as: .user(game.creator), headers: [.accept: "text/event-stream"],
        body: try Wire.encode(["session_id": game.id.text]))
      while host.changes.count == 0 { await Task.yield() }
      #expect(try await host.like(option, in: game.id, by: game.creator) == noMatch)
      #expect(try await host.like(option, in: game.id, by: friend) == match(option))
      let response = try await stream
      #expect(response.headers[.contentType] == "text/event-stream")
      let events = response.text.split(separator: "\n\n").filter { $0.hasPrefix("event: session\nid: \"") }
      let states = try events.map { event in
        let data = try #require(event.split(separator: "\ndata: ", maxSplits: 1).last)
        return try Wire.decode(JSONValue.self, from: [UInt8](data.utf8))
      }
      #expect((1...2).contains(states.count))
      #expect(states.last?["status"] == "matched")
      #expect(states.last?["matched_option_id"] == option.json)
      #expect(host.changes.count == 0)
    }
  }
}
