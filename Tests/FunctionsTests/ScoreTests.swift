import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct ScoreTests {
  private func score(
    _ riddle: JSONValue, _ score: JSONValue, _ duration: JSONValue = .null, _ messages: JSONValue = .null,
    at time: String = "12:00:00", isBest: Bool? = nil
  ) -> JSONValue {
    var object: JSONObject = [
      "riddle_id": riddle, "score": score, "duration": duration, "msg_count": messages,
      "created_at": .string("2026-03-01T\(time).000Z"),
    ]
    object["is_best"] = isBest.map(JSONValue.bool)
    return .object(object)
  }

  @Test func theBestScoreOfARiddleStays() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      func save(_ value: JSONValue, _ duration: JSONValue = .null, _ messages: JSONValue = .null) async throws
        -> JSONValue?
      {
        clock.advance(by: 1)
        let input: JSONValue = ["riddle_id": riddle, "score": value, "duration": duration, "msg_count": messages]
        return try await host.call("save_score", by: user, input).json
      }
      #expect(try await save(10) == score(riddle, 10, at: "12:00:01", isBest: true))
      #expect(try await save(9, 1, 1) == score(riddle, 10, at: "12:00:01", isBest: false))
      #expect(try await save(10, 5) == score(riddle, 10, 5, at: "12:00:03", isBest: true))
      #expect(try await save(10, 6, 1) == score(riddle, 10, 5, at: "12:00:03", isBest: false))
      #expect(try await save(10, 5, 3) == score(riddle, 10, 5, 3, at: "12:00:05", isBest: true))
      #expect(try await save(10, 5, 3) == score(riddle, 10, 5, 3, at: "12:00:05", isBest: true))
      #expect(try await save(11, 60, 99) == score(riddle, 11, 60, 99, at: "12:00:07", isBest: true))
      let best = Answer(200, score(riddle, 11, 60, 99, at: "12:00:07"))
      #expect(try await host.call("best_score", by: user, ["riddle_id": riddle]) == best)
      #expect(try await host.rpc("best_score", by: user, ["p_riddle_id": riddle]) == best)
    }
  }

  @Test func ownScoresAreListedAndTheBestOfAllIsFound() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let user = UUID()
      try await host.database.execute("UPDATE riddles SET release_date = '2026-03-01' WHERE id <= 3")
      let riddles: [JSONValue] = [1, 2, 3]
      for (riddle, value) in zip(riddles, [5, 9, 7] as [JSONValue]) {
        clock.advance(by: 1)
        let input: JSONValue = ["p_riddle_id": riddle, "p_score": value, "p_duration": 15, "p_msg_count": 4]
        #expect(try await host.rpc("save_score", by: user, input).status == 200)
      }
      let all: JSONValue = [
        score(3, 7, 15, 4, at: "12:00:03"), score(2, 9, 15, 4, at: "12:00:02"), score(1, 5, 15, 4, at: "12:00:01"),
      ]
      #expect(try await host.call("own_scores", by: user) == Answer(200, all))
      #expect(try await host.rpc("own_scores", by: user) == Answer(200, all))
      #expect(try await host.call("best_score", by: user, [:]) == Answer(200, score(2, 9, 15, 4, at: "12:00:02")))
      #expect(try await host.call("own_scores", by: UUID()) == Answer(200, []))
      let none = try await host.call("best_score", by: UUID(), [:])
      #expect((none.status, none.code) == (404, "SCORE_NOT_FOUND"))
    }
  }

  @Test func malformedScoresAndUnreleasedRiddlesAreRefused() async throws {
    try await withApps { host in
      let riddle = try await host.riddle(releasedIn: 0)
      let inputs: [JSONValue] = [
        ["score": 1], ["riddle_id": riddle], ["riddle_id": riddle, "score": -1],
        ["riddle_id": riddle, "score": .number(1.5)],
        ["riddle_id": riddle, "score": 1_000_001], ["riddle_id": riddle, "score": "much"],
        ["riddle_id": riddle, "score": 1, "duration": -1], ["riddle_id": riddle, "score": 1, "msg_count": 100_001],
      ]
      for input in inputs {
        let answer = try await host.call("save_score", by: UUID(), input)
        #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"), "\(input)")
      }
      let tomorrow: JSONValue = ["riddle_id": try await host.riddle(releasedIn: 1), "score": 1]
      #expect(try await host.call("save_score", by: UUID(), tomorrow).code == "RIDDLE_NOT_FOUND")
      #expect(try await host.call("save_score", as: .anon, json: tomorrow).status == 401)
      #expect(try await host.count("SELECT count(*) FROM scores") == 0)
    }
  }

  @Test func ofTwentyFourScoresAtOnceTheBestStays() async throws {
    try await withApps(connections: 8) { host in
      let user = UUID()
      let riddle = try await host.riddle(releasedIn: 0)
      let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
        for number in (1...24).shuffled() {
          let input: JSONValue = ["riddle_id": riddle, "score": .integer(Int64(number))]
          group.addTask { try await host.call("save_score", by: user, input) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(answers.contains { $0.json?["score"] == 24 && $0.json?["is_best"] == true })
      #expect(try await host.call("best_score", by: user, [:]).json?["score"] == 24)
      #expect(try await host.count("SELECT count(*) FROM scores") == 1)
    }
  }
}
