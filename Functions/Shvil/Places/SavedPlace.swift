import Edge
import Foundation

/// A place as its table has it. `place_type` is the category under the name of the app's model; places do not change,
/// so `updated_at` is the instant at which it was saved.
struct SavedPlace: Codable {
  let id: UUID
  let userID: UUID
  let name: String
  @Nullable var address: String?
  @Nullable var latitude: Double?
  @Nullable var longitude: Double?
  @Nullable var category: String?
  @Nullable var placeType: String?
  let createdAt: Date
  let updatedAt: Date

  /// - Throws: `DatabaseError` for a row that the app's model of a place cannot read.
  init(_ row: Row) throws {
    id = try row.get("id")
    userID = try row.get("user_id")
    name = try row.get("name")
    address = try row.get("address")
    latitude = try row.get("latitude")
    longitude = try row.get("longitude")
    let category: String? = try row.get("category")
    self.category = category
    placeType = category
    createdAt = try row.get("created_at")
    updatedAt = createdAt
  }

  enum CodingKeys: String, CodingKey {
    case id, name, address, latitude, longitude, category
    case userID = "user_id"
    case placeType = "place_type"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension SQL {
  /// The columns of a place.
  static let placeColumns: SQL = "id, user_id, name, address, latitude, longitude, category, created_at"
}
