import Edge
import Foundation

/// A plan as its table has it. `route_data` is of the app's model alone: the document's table does not have it.
struct AdventurePlan: Codable {
  let id: UUID
  let userID: UUID
  let title: String
  @Nullable var description: String?
  let stops: RawJSON
  @Nullable var routeData: RawJSON?
  let status: String
  let createdAt: Date
  let updatedAt: Date

  /// - Throws: `DatabaseError` or `JSONFault` for a row that the app's model of a plan cannot read.
  init(_ row: Row) throws {
    id = try row.get("id")
    userID = try row.get("user_id")
    title = try row.get("title")
    description = try row.get("description")
    // The app's model has a list in every plan.
    stops = try RawJSON(row.get("stops", as: String?.self) ?? "[]")
    routeData = try row.get("route_data", as: String?.self).map { text in try RawJSON(text) }
    status = try row.get("status")
    createdAt = try row.get("created_at")
    updatedAt = try row.get("updated_at")
  }

  enum CodingKeys: String, CodingKey {
    case id, title, description, stops, status
    case userID = "user_id"
    case routeData = "route_data"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}

extension SQL {
  /// The columns of a plan. JSON that is too large is null, and not read.
  static func planColumns(_ dialect: SQLDialect) -> SQL {
    """
    id, user_id, title, description, \(dialect.json("stops", upTo: KeptJSON.maximumBytes)) AS stops,
    \(dialect.json("route_data", upTo: KeptJSON.maximumBytes)) AS route_data,
    coalesce(status, 'draft') AS status, created_at, updated_at
    """
  }
}

extension FunctionError {
  static let planNotFound = notFound("PLAN_NOT_FOUND", "Adventure plan not found")
}
