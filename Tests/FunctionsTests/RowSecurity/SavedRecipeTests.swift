import Foundation
import SwiftletTesting
import Testing

/// The relationship by which PostgREST embeds the recipe of a saved one.
@Suite(.onPostgres) struct SavedRecipeTests {
  @Test func aSavedRecipeHasItsRecipeForItsUserAlone() async throws {
    try await withApps(adding: [asCaller]) { host in
      let (user, other, recipe) = (UUID(), UUID(), UUID())
      try await host.register(user, other)
      try await host.database.execute("INSERT INTO recipes (id, title) VALUES (\(recipe), 'Leek soup')")
      for id in [recipe, UUID()] { _ = try await host.save(id, by: user) }
      let embedded = """
        SELECT coalesce(r.title, '-') FROM saved_recipes s LEFT JOIN LATERAL recipes(s) r ON true ORDER BY 1
        """
      #expect(try await host.execute(embedded, by: user) == Outcome(rows: ["-", "Leek soup"]))
      #expect(try await host.execute(embedded, by: other) == Outcome())
      // A row of one's own making shows no recipe that was not saved.
      let made = "SELECT r.title FROM recipes(ROW('\(other)', '\(recipe)', now())::saved_recipes) r"
      #expect(try await host.execute(made, by: other) == Outcome())
    }
  }
}
