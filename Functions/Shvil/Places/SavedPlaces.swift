import Edge
import Foundation

/// The caller's places, newest first.
let savedPlaces = Function("saved_places", access: .user) { (filter: PlaceFilter, context) in
  guard filter.userID ?? context.userID == context.userID else { return [] as [SavedPlace] }
  let rows = try await context.database.query(
    """
    SELECT \(SQL.placeColumns) FROM saved_places
    WHERE user_id = \(context.userID) AND \(filter.placeID.map { "id = \($0)" } ?? "TRUE" as SQL)
      AND \(filter.category.map { "category = \($0)" } ?? "TRUE" as SQL)
    ORDER BY created_at DESC, id DESC LIMIT 1000
    """)
  return rows.readable(of: "saved_places", context.logger) { try SavedPlace($0) }
}.limitedAsSearch().readOnly()
  .described("Lists the caller's saved places, newest first. Those of another user are an empty list.")

struct PlaceFilter: Codable, OptionalInput {
  /// The owner: another user's places are an empty list.
  let userID: UUID?
  let placeID: UUID?
  let category: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = try container.decodeIfPresent(UUID.self, forKey: .userID)
    placeID = try container.decodeIfPresent(UUID.self, forKey: .placeID)
    category = try container.decodeTextIfPresent(.category, 0...64)
  }

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case placeID = "place_id"
    case category
  }
}
