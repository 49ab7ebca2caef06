import Edge
import Foundation
import HTTPTypes
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct RiddleTests {
  private let day: TimeInterval = 86_400

  @Test func todaysRiddleHasAQuestionAndAPicture() async throws {
    try await withApps { host in
      let response = try await host.call("riddle_today", as: .anon)
      #expect(response.status == 200)
      let riddle = try #require(try response.json.object)
      #expect(Set(riddle.keys) == ["id", "question", "imageURL"])
      let row = try #require(try await host.database.first("SELECT * FROM riddles WHERE release_date = '2026-03-01'"))
      #expect(riddle["id"] == .integer(try row.get("id")))
      #expect(riddle["question"] == .string(try row.get("question")))
      let path: String = try row.get("image_path")
      let url = try #require(riddle["imageURL"]?.string)
      #expect(url.contains("/storage/v1/object/sign/riddle-images/\(path)?token="))
      let answer: String = try row.get("answer")
      #expect(!String(decoding: response.body, as: UTF8.self).contains(answer.prefix(20)))
    }
  }

  @Test func thePictureOpensForAnHourAndNotWhenAltered() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall, files: pictures) { host in
      let url = try #require(try await host.call("riddle_today", as: .anon).json["imageURL"]?.string)
      let target = String(url[try #require(url.range(of: "/storage/v1/")).lowerBound...])
      let picture = try await host.request(.get, target)
      #expect(picture.status == 200)
      #expect(picture.headers[.contentType] == "image/png")
      #expect(picture.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(try await host.request(.get, target.replacing("riddle-images/", with: "riddle-images/1")).status == 400)
      clock.advance(by: 3599)
      #expect(try await host.request(.get, target).status == 200)
      clock.advance(by: 1)
      #expect(try await host.request(.get, target).status == 400)
    }
  }

  @Test func everyDayHasARiddleOfItsOwn() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      var questions: Set<String> = []
      for _ in 0..<12 {
        questions.insert(try #require(try await host.call("riddle_today", as: .anon).json["question"]?.string))
        clock.advance(by: day)
      }
      #expect(questions.count == 12)
    }
  }

  @Test func theDayIsTheUTCDay() async throws {
    let midnight = Date(timeIntervalSince1970: 1_772_409_600)  // 2026-03-02T00:00:00Z
    let clock = SteppingClock(midnight - 0.001)
    try await withApps(clock: clock.wall) { host in
      let (first, second) = try await (riddle(of: "2026-03-01", on: host), riddle(of: "2026-03-02", on: host))
      #expect(try await host.call("riddle_today", as: .anon).json["id"] == first)
      clock.advance(by: 0.001)
      #expect(try await host.call("riddle_today", as: .anon).json["id"] == second)
    }
  }

  private func riddle(of day: String, on host: TestHost) async throws -> JSONValue {
    .integer(Int64(try await host.count("SELECT id FROM riddles WHERE release_date = \(day)")))
  }

  @Test func otherDaysRiddlesNeverLeak() async throws {
    try await withApps { host in
      try await host.database.execute("DELETE FROM riddles WHERE release_date = '2026-03-01'")
      try await host.database.execute(
        """
        INSERT INTO riddles (title, question, answer, image_path, release_date)
        VALUES ('Old', 'Old?', 'Old.', 'old.png', '2026-02-28')
        """)
      #expect(try await host.count("SELECT count(*) FROM riddles WHERE release_date > '2026-03-01'") > 3000)
      let response = try await host.call("riddle_today", as: .anon)
      #expect(response.status == 404)
      #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"Riddle not found"}"#)
    }
  }

  @Test func theFirstOfTwoRiddlesOfADayIsShown() async throws {
    try await withApps { host in
      let first = try await riddle(of: "2026-03-01", on: host)
      try await host.database.execute(
        """
        INSERT INTO riddles (title, question, answer, image_path, release_date)
        VALUES ('Second', 'Second?', 'Second.', '1.png', '2026-03-01')
        """)
      #expect(try await host.call("riddle_today", as: .anon).json["id"] == first)
    }
  }

  @Test func aTokenIsNeeded() async throws {
    try await withApps { host in
      let refused = try await host.call("riddle_today", as: .withoutToken)
      #expect(refused.status == 401)
      #expect(try await host.call("riddle_today", as: .user(UUID())).status == 200)
      #expect(try await host.call("riddle_today", as: .serviceRole).status == 200)
    }
  }
}
