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
      .subscription(of: id),
      .startTrial(of: id, at: noon),
    ]
    try await withApps { host in
      for statement in statements {
        let steps = try await host.plan(of: statement)
        #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(statement): \(steps)")
        // The one row that a user without rows has too.
        let scans = try await host.scans(of: statement).filter { $0 != "SCAN CONSTANT ROW" && $0 != "SCAN caller" }
        #expect(scans.isEmpty, "\(statement): \(steps)")
      }
    }
  }

  @Test func aSearchReadsTheIndexOfWords() async throws {
    let ingredients = try RecipeSearch(ingredients: ["chicken", "brown rice"], query: nil)
    let text = try RecipeSearch(ingredients: nil, query: "tomato soup")
    try await withApps { host in
      let dialect = host.database.dialect
      for search in [ingredients, text] {
        let steps = try await host.plan(of: .recipes(for: search, dialect))
        switch dialect {
        case .sqlite:
          #expect(steps.contains { $0.contains("VIRTUAL TABLE INDEX 0:M") }, "\(steps)")
          #expect(!steps.contains { $0.hasPrefix("SCAN r") && !$0.contains("VIRTUAL TABLE") }, "\(steps)")
        case .postgres: #expect(!steps.contains { $0.contains("Seq Scan") }, "\(steps)")
        }
      }
    }
  }

  @Test(.onSQLite) func noticesFindTheirRowsByKeys() async throws {
    let period = try StorePeriod(
      subscriptionID: "1", id: "1", productID: PremiumProduct.monthly.rawValue, userID: UUID(), purchasedAt: noon,
      endsAt: noon, revokedAt: nil, madeAt: noon)
    let notice = try StoreNotice(
      store: .appStore, id: "1", type: "SUBSCRIBED", subtype: nil, signedAt: noon, change: .period(period))
    let owner = StoreOwner(UUID(), by: notice)
    let statements: [SQL] = [
      .insertNotice(notice, at: noon), .setOwner(owner, of: period, at: .appStore), .setPeriod(period, by: notice),
      .userOf(period, at: .appStore), .insertTransfer(from: UUID(), to: UUID(), by: notice),
      .transfer(after: owner, at: .appStore), .keepDeletions(of: [UUID(), UUID()], at: noon),
      .keepDeletion(ofSubscriber: UUID(), at: noon),
      .transferSubscriptions(from: [UUID(), UUID()], to: owner, by: notice),
      .recipesSaved(by: UUID(), .sqlite),
    ]
    try await withApps { host in
      for statement in statements {
        let scans = try await host.scans(of: statement).filter { $0 != "SCAN s" }
        #expect(scans.isEmpty, "\(statement): \(scans)")
      }
    }
  }
}
