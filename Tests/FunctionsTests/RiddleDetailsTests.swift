import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct RiddleDetailsTests {
  @Test func todaysRiddleHasTheMembersOfTheModel() async throws {
    try await withApps { host in
      let answer = try Answer(await host.call("riddle", as: .anon, json: [:] as JSONValue))
      let today = try #require(answer.json?.object)
      #expect(
        Set(today.keys) == [
          "id", "title", "date", "question", "answer", "image", "imageURL", "duration", "difficulty", "hint1", "hint2",
          "hint3",
        ])
      #expect(today["date"] == "2026-03-01")
      let title = try #require(today["title"]?.string)
      let seed = try #require(riddleSeeds.first { $0.title == title })
      #expect(today["duration"] == .integer(Int64(seed.duration)))
      #expect(today["difficulty"] == .integer(Int64(seed.difficulty)))
      let (first, second, third) = seed.hints
      #expect([today["hint1"], today["hint2"], today["hint3"]] == [first, second, third].map(JSONValue.string))
      let short = try await host.call("riddle_today", as: .anon).json
      #expect(Set(try #require(short.object).keys) == ["id", "question", "imageURL"])
      #expect(short["id"] == today["id"])
    }
  }

  @Test func aReleasedRiddleIsFoundByItsNumberAndALaterOneIsNot() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (today, tomorrow) = (try await host.riddle(releasedIn: 0), try await host.riddle(releasedIn: 1))
      #expect(try await host.call("riddle", by: UUID(), ["riddle_id": tomorrow]).code == "RIDDLE_NOT_FOUND")
      clock.advance(by: 86_400)
      for riddle in [today, tomorrow] {
        #expect(try await host.call("riddle", by: UUID(), ["riddle_id": riddle]).json?["id"] == riddle)
        #expect(try await host.rpc("riddle", by: UUID(), ["p_riddle_id": riddle]).json?["id"] == riddle)
      }
      #expect(try await host.call("riddle", as: .withoutToken, json: [:] as JSONValue).status == 401)
    }
  }

  @Test func missingLevelsAreNull() async throws {
    try await withApps { host in
      try await host.database.execute(
        "UPDATE riddles SET duration = NULL, difficulty = NULL, hint1 = NULL, hint2 = NULL, hint3 = NULL")
      let riddle = try await host.call("riddle", by: UUID(), [:])
      for key in ["duration", "difficulty", "hint1", "hint2", "hint3"] { #expect(riddle.json?[key] == .null) }
    }
  }

  @Test func everySeededRiddleHasALevelAndThreeHints() async throws {
    #expect(riddleSeeds.allSatisfy { (1...4).contains($0.difficulty) && $0.duration > 0 })
    try await withApps { host in
      let without = try await host.count("SELECT count(*) FROM riddles WHERE hint3 IS NULL OR difficulty IS NULL")
      #expect(without == 0)
    }
  }
}
