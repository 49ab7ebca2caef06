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
        #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(statement): \(steps)")
        #expect(try await host.scans(of: statement).isEmpty, "\(statement): \(steps)")
      }
    }
  }
}
