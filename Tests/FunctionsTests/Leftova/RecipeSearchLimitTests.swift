import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct RecipeSearchLimitTests {
  @Test func aSearchIsCountedAsItsAction() async throws {
    try await withApps { host in
      let user = UUID()
      let inputs: [JSONValue] = [["query": "soup"], ["ingredients": ["rice"]], ["query": "nothing is called so"]]
      for (number, input) in inputs.enumerated() {
        _ = try await host.search(input, by: user)
        #expect(try await host.usage(of: user)["searchesToday"] == .integer(Int64(number + 1)))
      }
      #expect(try await host.usage(of: user)["multiIngredientSearchesToday"] == 0)
    }
  }

  /// The largest answer that is kept for a key has 64 KiB.
  @Test func largeRecipesAreAnsweredWithAKey() async throws {
    try await withApps { host in
      let user = UUID()
      let steps = #"[{"step":1,"text":"\#(String(repeating: "x", count: 10_000))"}]"#
      try await host.database.execute("UPDATE recipes SET instructions = \(steps) WHERE title LIKE '%Soup%'")
      let field = try #require(HTTPField.Name("Idempotency-Key"))
      for _ in 0..<2 {
        let answer = try await host.request(
          .post, "/functions/v1/search_recipes", as: .user(user),
          headers: [.contentType: "application/json", field: "key"], body: Array(#"{"query":"soup"}"#.utf8))
        #expect(answer.status == 200, "\(answer.text.prefix(200))")
        #expect(try answer.json.array?.count == 5)
      }
      #expect(try await host.usage(of: user)["searchesToday"] == 1)
    }
  }

  @Test func theSixthSearchIsRefusedAndCountsNothing() async throws {
    try await withApps { host in
      let user = UUID()
      for _ in 0..<5 { _ = try await host.search(["ingredients": ["rice"]], by: user) }
      for input: JSONValue in [["query": "soup"], ["ingredients": ["rice"]]] {
        let refused = try await host.call("search_recipes", by: user, input)
        #expect(refused.status == 403)
        #expect(refused.code == "SEARCH_LIMIT_REACHED")
      }
      #expect(try await host.usage(of: user)["searchesToday"] == 5)
      #expect(try await host.perform("search", by: user).status == 403, "both ways share the limit")
    }
  }

  @Test func severalIngredientsAreForPremiumUsers() async throws {
    try await withApps { host in
      let user = UUID()
      let refused = try await host.call("search_recipes", by: user, ["ingredients": ["chicken", "rice"]])
      #expect(refused.status == 403)
      #expect(refused.code == "MULTI_INGREDIENT_NOT_ALLOWED")
      #expect(try await host.count("SELECT count(*) FROM usage_counters") == 0)
      // The same ingredient twice is one.
      #expect(try await host.call("search_recipes", by: user, ["ingredients": ["Rice", "rice "]]).status == 200)
      #expect(try await host.usage(of: user)["searchesToday"] == 1)
    }
  }

  @Test func ofTwentyFourSearchesAtOnceFiveAreAnswered() async throws {
    try await withApps { host in
      let user = UUID()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<24 {
          let input: JSONValue = number % 2 == 0 ? ["query": "soup"] : ["ingredients": ["rice"]]
          group.addTask { try await host.call("search_recipes", by: user, input).status }
        }
        return try await group.reduce(into: [:]) { counts, status in counts[status, default: 0] += 1 }
      }
      #expect(statuses == [200: 5, 403: 19])
      #expect(try await host.usage(of: user)["searchesToday"] == 5)
    }
  }

  @Test func theDatabaseFunctionTakesParameters() async throws {
    try await withApps { host in
      let user = UUID()
      let text = try await host.rpc("search_recipes", by: user, ["p_query": "lemon drizzle"])
      #expect(try host.list(text.json).first?["title"] == "Lemon Drizzle Cake")
      let one = try await host.rpc("search_recipes", by: user, ["p_ingredients": ["saffron"]])
      #expect(try host.list(one.json).count == 2)
      let several = try await host.rpc("search_recipes", by: user, ["p_ingredients": ["saffron", "rice"]])
      #expect(several.status == 403)
      #expect(several.json?["code"] == "MULTI_INGREDIENT_NOT_ALLOWED")
      #expect(try await host.usage(of: user)["searchesToday"] == 2)
      let read = try await host.request(.get, "/rest/v1/rpc/search_recipes?p_query=soup", as: .user(user))
      #expect(read.status == 405, "a search is counted, so it is not a read")
    }
  }

  @Test(
    arguments: [
      [:], ["query": .null], ["query": ""], ["query": "!?"], ["ingredients": []], ["ingredients": [""]],
      ["ingredients": ["rice", "--"]], ["query": "the"], ["query": "What is with the"],
      ["ingredients": ["rice", "With"]], ["query": "soup", "ingredients": ["rice"]], ["query": ["soup"]],
      ["ingredients": "rice"], ["ingredients": [7]],
      ["query": .string(String(repeating: "a", count: 201))],
      ["query": .string(String(repeating: "a ", count: 21))],
      ["ingredients": [.string(String(repeating: "a", count: 61))]],
      ["ingredients": .array((0..<21).map { .string("i\($0)") })],
      ["query": .string("a" + String(repeating: "\u{301}", count: 200))],
      ["ingredients": [.string("a" + String(repeating: "\u{301}", count: 60))]],
    ] as [JSONValue])
  func otherInputsAreMalformedAndCountNothing(input: JSONValue) async throws {
    try await withApps { host in
      let user = UUID()
      let answer = try await host.call("search_recipes", by: user, input)
      #expect(answer.status == 400)
      #expect(answer.code == "VALIDATION_ERROR")
      #expect(try await host.count("SELECT count(*) FROM users WHERE id = \(user)") == 0)
    }
  }

  @Test(
    arguments: [
      "rice\" OR \"soup", "title:soup", "NEAR(rice soup)", "soup*", "^soup", "soup AND NOT rice", "soup & !rice | (",
      "'; DROP TABLE recipes; --", "{title}: soup", "soup\u{0}rice", "\\", "rice<->soup", "的 soup",
    ])
  func aQueryIsNeverReadAsOperators(text: String) async throws {
    try await withApps { host in
      let user = UUID()
      for input: JSONValue in [["query": .string(text)], ["ingredients": [.string(text)]]] {
        let answer = try await host.call("search_recipes", by: user, input)
        #expect([200, 400].contains(answer.status), "\(text): \(String(describing: answer.json))")
      }
      #expect(try await host.count("SELECT count(*) FROM recipes") == 200)
    }
  }

  @Test(arguments: ["search_recipes", "start_trial", "subscription_status", "can_use_advanced_search"])
  func aUserIsNeeded(name: String) async throws {
    try await withApps { host in
      for caller in [TestHost.Caller.withoutToken, .anon] {
        let answer = try await host.call(name, as: caller, json: ["query": "soup"])
        #expect(answer.status == 401)
        #expect(try await host.rpc(name, as: caller).status == 401)
      }
    }
  }
}
