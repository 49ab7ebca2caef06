import Edge
import Foundation

/// A shared arrival time in the shape of the app's model.
struct ETAShare: Codable {
  let id: UUID
  let userID: UUID
  let routeData: RawJSON
  let recipients: [UUID]
  let isActive: Bool
  let expiresAt: Date
  let createdAt: Date
  let updatedAt: Date

  /// - Parameters:
  ///   - row: a row of `eta_shares`.
  ///   - now: a share that expired before it is not active, whether or not the job has run.
  ///   - takesAnyRoute: whether the route may have another shape than the app's model, for the answer to its owner.
  /// - Throws: `DatabaseError` or `JSONFault` for a row that the app's model of a share cannot read.
  init(_ row: Row, at now: Date, takesAnyRoute: Bool = false) throws {
    id = try row.get("id")
    userID = try row.get("user_id")
    routeData =
      takesAnyRoute
      ? try Wire.decode(RawJSON.self, from: Array(row.get("route_data", as: String.self).utf8))
      : try StoredRoute(row).json
    recipients = try Wire.decode([UUID].self, from: Array(row.get("recipients", as: String.self).utf8))
    expiresAt = try row.get("expires_at")
    isActive = try row.get("is_active") && now < expiresAt
    createdAt = try row.get("created_at")
    updatedAt = try row.get("updated_at")
  }

  enum CodingKeys: String, CodingKey {
    case id, recipients
    case userID = "user_id"
    case routeData = "route_data"
    case isActive = "is_active"
    case expiresAt = "expires_at"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }
}
