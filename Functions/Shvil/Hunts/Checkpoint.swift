import Edge
import Foundation

/// A checkpoint of a hunt.
struct Checkpoint: Codable {
  let id: UUID
  let huntID: UUID
  let title: String
  let description: String?
  let location: JSONValue?
  let photoRequired: Bool
  let points: Int
  let orderIndex: Int

  init(_ row: Row) throws {
    id = try row.get("id")
    huntID = try row.get("hunt_id")
    title = try row.get("title")
    description = try row.get("description")
    let location: String? = try row.get("location")
    self.location = try location.map { try Wire.decode(JSONValue.self, from: Array($0.utf8)) }
    photoRequired = try row.get("photo_required")
    points = try row.get("points")
    orderIndex = try row.get("order_index")
  }

  enum CodingKeys: String, CodingKey {
    case id, title, description, location, points
    case huntID = "hunt_id"
    case photoRequired = "photo_required"
    case orderIndex = "order_index"
  }
}

extension SQL {
  /// Selects the checkpoints of a hunt in their order. A location that is too large is null.
  static func checkpoints(of huntID: UUID, _ dialect: SQLDialect) -> SQL {
    """
    SELECT c.id, c.hunt_id, substr(c.title, 1, 200) AS title, substr(c.description, 1, 2000) AS description,
      \(dialect.json("c.location", upTo: HuntLimits.locationBytes)) AS location,
      coalesce(c.photo_required, FALSE) AS photo_required, coalesce(c.points, 10) AS points, c.order_index
    FROM hunt_checkpoints c WHERE c.hunt_id = \(huntID) ORDER BY c.order_index, c.id LIMIT 1000
    """
  }
}
