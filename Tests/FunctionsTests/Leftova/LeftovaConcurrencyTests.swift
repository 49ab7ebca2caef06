import Edge
import Foundation
import SwiftletTesting
import Testing

@Suite struct LeftovaConcurrencyTests {
  private func statuses(
    of count: Int, _ call: @escaping @Sendable (Int) async throws -> Int
  ) async throws -> [Int: Int] {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<count { group.addTask { try await call(number) } }
      return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
    }
  }

  @Test func ofFiftySearchesAtOnceFiveAreAllowed() async throws {
    try await withApps { host in
      let user = UUID()
      let actions = ["search", "ingredient_search"]
      let answers = try await statuses(of: 50) { try await host.perform(actions[$0 % 2], by: user).status }
      #expect(answers == [200: 5, 403: 45])
      #expect(try await host.count("SELECT searches FROM usage_counters") == 5)
    }
  }

  @Test func theDatabaseFunctionAnswersTrueFiveTimes() async throws {
    try await withApps { host in
      let user = UUID()
      let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
        for _ in 0..<50 {
          group.addTask { try await host.rpc("perform_action", by: user, ["p_action": "search"]).json == true }
        }
        return try await group.reduce(into: 0) { count, isAllowed in count += isAllowed ? 1 : 0 }
      }
      #expect(allowed == 5)
    }
  }

  @Test func manyUsersAtOnceHaveFiveEach() async throws {
    try await withApps { host in
      let users = (0..<20).map { _ in UUID() }
      let answers = try await statuses(of: 200) { try await host.perform("search", by: users[$0 % 20]).status }
      #expect(answers == [200: 100, 403: 100])
      #expect(try await host.count("SELECT count(*) FROM usage_counters WHERE searches = 5") == 20)
    }
  }

  @Test func ofFiftyRecipesAtOnceTwentyAreSaved() async throws {
    try await withApps { host in
      let user = UUID()
      let answers = try await statuses(of: 50) { _ in try await host.save(UUID(), by: user).status }
      #expect(answers == [200: 20, 403: 30])
      #expect(try await host.count("SELECT count(*) FROM saved_recipes") == 20)
    }
  }

  @Test func oneRecipeSavedManyTimesAtOnceTakesOneSlot() async throws {
    try await withApps { host in
      let (user, recipe) = (UUID(), UUID())
      for _ in 0..<19 { _ = try await host.save(UUID(), by: user) }
      let answers = try await statuses(of: 50) { _ in try await host.save(recipe, by: user).status }
      #expect(answers == [200: 50])
      #expect(try await host.count("SELECT count(*) FROM saved_recipes") == 20)
    }
  }
}
