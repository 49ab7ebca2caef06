import Edge
import Foundation

/// Deletes a place of the caller, and returns it; an empty list if the caller has no such place.
let deleteSavedPlace = Function("delete_saved_place", access: .user) { (place: PlaceReference, context) in
  let rows = try await context.database.transaction(retries: 3) { transaction in
    try await transaction.query(
      """
      DELETE FROM saved_places WHERE id = \(place.placeID) AND user_id = \(context.userID) RETURNING \(SQL.placeColumns)
      """)
  }
  return rows.readable(of: "saved_places", context.logger) { try SavedPlace($0) }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Deletes a place of the caller, and answers with it; with none if the caller has no such place.")

struct PlaceReference: Codable {
  let placeID: UUID

  enum CodingKeys: String, CodingKey { case placeID = "place_id" }
}
