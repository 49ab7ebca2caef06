import Edge
import Foundation

/// A place as its table has it. `place_type` is the category under the name of the app's model; places do not change,
/// so `updated_at` is the instant at which it was saved.
struct SavedPlace: Codable {
  let id: UUID
  let userID: UUID
  let name: String
  let address: String?
  let latitude: Double?
  let longitude: Double?
  let category: String?
  let placeType: String?
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
    category = try row.get("category")
    placeType = category
    createdAt = try row.get("created_at")
    updatedAt = createdAt
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(userID, forKey: .userID)
    try container.encode(name, forKey: .name)
    // Written as null when missing: a table's rows have all columns.
    try container.encode(address, forKey: .address)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    try container.encode(category, forKey: .category)
    try container.encode(placeType, forKey: .placeType)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(updatedAt, forKey: .updatedAt)
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
