import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct SeedTests {
  private static let today = CalendarDay(containing: noon)

  private func text(of table: SQL, on host: TestHost) async throws -> [[DatabaseValue]] {
    try await host.database.query("SELECT * FROM \(table) ORDER BY id").map { row in
      try row.columns.map { try row.get($0, as: DatabaseValue.self) }
    }
  }

  @Test func everyDayOfTenYearsHasOneRiddle() async throws {
    try await withApps { host in
      let rows = try await host.database.query("SELECT release_date FROM riddles ORDER BY id")
      let days = try rows.map { try $0.get("release_date", as: CalendarDay.self) }
      #expect(days == (0..<3653).map(Self.today.advanced(by:)))
      #expect(try #require(days.last).description == "2036-02-29")
    }
  }

  @Test func theRiddlesTakeTurns() async throws {
    try await withApps { host in
      let rows = try await host.database.query("SELECT title FROM riddles ORDER BY release_date LIMIT 24")
      let titles = try rows.map { try $0.get("title", as: String.self) }
      #expect(Set(titles.prefix(12)) == Set(riddleSeeds.map(\.title)))
      #expect(Array(titles.prefix(12)) == Array(titles.suffix(12)))
    }
  }

  @Test func seedingAgainChangesNothing() async throws {
    try await withApps { host in
      try await host.database.execute("UPDATE categories SET name = 'Films' WHERE name = 'Movies'")
      var before: [[[DatabaseValue]]] = []
      let tables: [SQL] = ["categories", "options", "riddles"]
      for table in tables { before.append(try await text(of: table, on: host)) }
      try await seed(host.database, today: Self.today)
      for (table, rows) in zip(tables, before) { #expect(try await text(of: table, on: host) == rows) }
    }
  }

  @Test func seedingLaterExtendsTheDaysAndLeavesTheRest() async throws {
    try await withApps { host in
      let before = try await text(of: "riddles", on: host)
      try await seed(host.database, today: Self.today.advanced(by: 30))
      let after = try await text(of: "riddles", on: host)
      #expect(after.count == before.count + 30)
      #expect(Array(after.prefix(before.count)) == before)
      #expect(try await host.count("SELECT count(DISTINCT release_date) FROM riddles") == after.count)
      let last = try await host.database.query("SELECT title FROM riddles ORDER BY release_date DESC LIMIT 31")
      let titles = try last.map { try $0.get("title", as: String.self) }
      #expect(titles[0] == titles[12])
      #expect(titles[30] == titles[18])
    }
  }

  @Test func aDayThatHasARiddleKeepsIt() async throws {
    try await withApps { host in
      try await host.database.execute("DELETE FROM riddles")
      try await host.database.execute(
        """
        INSERT INTO riddles (title, question, answer, image_path, release_date)
        VALUES ('Own', 'Own?', 'Own.', 'own.png', '2026-03-05')
        """)
      try await seed(host.database, today: Self.today)
      #expect(try await host.count("SELECT count(*) FROM riddles") == 3653)
      #expect(try await host.count("SELECT count(*) FROM riddles WHERE release_date = '2026-03-05'") == 1)
      #expect(try await host.count("SELECT count(*) FROM riddles WHERE title = 'Own'") == 1)
    }
  }

  @Test func threeCategoriesHaveTwelveOptionsEach() async throws {
    try await withApps { host in
      let rows = try await host.database.query(
        "SELECT count(*) AS number, count(DISTINCT label) AS labels FROM options GROUP BY category_id")
      #expect(try rows.map { try [$0.get("number"), $0.get("labels")] } == [[12, 12], [12, 12], [12, 12]])
      for table: SQL in ["categories", "options"] {
        for row in try await host.database.query("SELECT id FROM \(table)") {
          let id: String = try row.get("id")
          #expect(UUID(uuidString: id)?.text == id)
        }
      }
    }
  }

  @Test func everySeededPictureIsThere() {
    for riddle in riddleSeeds {
      let picture = pictures.first { $0.bucket == "riddle-images" && $0.path == riddle.picture }
      #expect(picture?.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true, "\(riddle.picture)")
    }
    #expect(Set(riddleSeeds.map(\.picture)).count == riddleSeeds.count)
  }
}
