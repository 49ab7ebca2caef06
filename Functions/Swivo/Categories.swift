import Edge
import Foundation

/// Answers with the categories of sessions.
let categories = Function("categories", access: .verified) { context in
  let rows = try await context.database.query("SELECT id, name, icon_url FROM categories ORDER BY sort_order, id")
  return rows.readable(of: "categories", context.logger) { row in
    Category(id: try row.get("id"), name: try row.get("name"), iconURL: try row.get("icon_url"))
  }
}
.readOnly()
.described("Lists the categories of sessions.")

struct Category: Codable {
  let id: UUID
  let name: String
  let iconURL: String?

  enum CodingKeys: String, CodingKey {
    case id, name
    case iconURL = "icon_url"
  }
}
