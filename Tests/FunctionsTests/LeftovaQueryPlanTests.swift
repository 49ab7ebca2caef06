import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct LeftovaQueryPlanTests {
  @Test func noStatementScansATableOrSorts() async throws {
    let id = UUID()
    let day = CalendarDay(containing: noon)
    let statements: [SQL] = [
      .usage(of: id, on: day),
      .countSearch(by: id, on: day, upTo: 5),
      .countSearch(by: id, on: day, upTo: nil),
      .countMultiIngredientSearch(by: id, on: day),
      .holdUser(id, at: noon),
      .insertSavedRecipe(id, by: id, at: noon),
      .deleteSavedRecipe(id, of: id),
      .savedRecipes(of: id),
    ]
    try await withApps { host in
      for statement in statements {
        let steps = try await host.plan(of: statement)
        #expect(!steps.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(statement): \(steps)")
      }
    }
  }
}

extension TestHost {
  /// The steps of a statement, in SQLite's words.
  func plan(of statement: SQL) async throws -> [String] {
    // In a transaction: reads outside one refuse even to explain a write.
    let plan = try await database.transaction { try await $0.query("EXPLAIN QUERY PLAN \(statement)") }
    return try plan.map { try $0.get("detail") }
  }
}
