import Edge
import Foundation
import SwiftletTesting
import Testing

/// The bounds of plans and places for users who write at their project's REST address.
@Suite(.onPostgres) struct PlanBoundsTests {
  private static let long = "repeat('x', 17000)"

  @Test(arguments: [
    "adventure_plans (title) VALUES ('')", "adventure_plans (title) VALUES (repeat('x', 201))",
    "adventure_plans (title, description) VALUES ('x', repeat('x', 2001))",
    "adventure_plans (title, status) VALUES ('x', 'banana')", "adventure_plans (title, stops) VALUES ('x', '{}')",
    "adventure_plans (title, stops) VALUES ('x', jsonb_build_array(\(long)))",
    "adventure_plans (title, stops) VALUES ('x', (repeat('[', 70) || repeat(']', 70))::jsonb)",
    "adventure_plans (title, stops) VALUES ('x', '[1e9999]')",
    "adventure_plans (title, route_data) VALUES ('x', '[]')",
    "adventure_plans (title, route_data) VALUES ('x', jsonb_build_object('x', \(long)))",
    "saved_places (name) VALUES ('')", "saved_places (name) VALUES (repeat('x', 201))",
    "saved_places (name, address) VALUES ('x', repeat('x', 501))", "saved_places (name, latitude) VALUES ('x', 90.1)",
    "saved_places (name, longitude) VALUES ('x', 'NaN')", "saved_places (name, category) VALUES ('x', repeat('x', 65))",
  ])
  func rowsOutOfBoundsAreRefused(row: String) async throws {
    try await withApps(adding: [asCaller]) { host in
      let user = UUID()
      try await host.register(user)
      let outcome = try await host.execute("INSERT INTO \(row)", changes: true, by: user)
      #expect(outcome == Outcome(refusal: "checkViolation"))
    }
  }

  @Test(arguments: [("adventure_plans", "title", 200), ("saved_places", "name", 1000)])
  func aUserHasSoManyRowsAtMost(table: String, column: String, limit: Int) async throws {
    try await withApps(adding: [asCaller]) { host in
      let (user, other) = (UUID(), UUID())
      try await host.register(user, other)
      let insert = "INSERT INTO \(table) (\(column)) SELECT 'x' FROM generate_series(1, "
      #expect(try await host.execute("\(insert)\(limit + 1))", changes: true, by: user).refusal == "checkViolation")
      #expect(try await host.execute("\(insert)\(limit))", changes: true, by: user).changed == limit)
      #expect(try await host.execute("\(insert)1)", changes: true, by: user).refusal == "checkViolation")
      #expect(try await host.execute("\(insert)1)", changes: true, by: other).changed == 1)
    }
  }

  @Test(arguments: ["adventure_plans (title)", "saved_places (name)"])
  func aRowIsNotGivenToAnotherUser(row: String) async throws {
    try await withApps(adding: [asCaller]) { host in
      let (user, other) = (UUID(), UUID())
      try await host.register(user, other)
      #expect(try await host.execute("INSERT INTO \(row) VALUES ('x')", changes: true, by: user).changed == 1)
      let table = row.prefix { $0 != " " }
      let gift = try await host.execute("UPDATE \(table) SET user_id = '\(other)'", changes: true, by: user)
      #expect(gift.refusal == "insufficientPrivilege")
    }
  }
}
