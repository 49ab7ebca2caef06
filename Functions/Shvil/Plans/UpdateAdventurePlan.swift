import Edge
import Foundation

/// Changes a plan of the caller.
let updateAdventurePlan = Function("update_adventure_plan", access: .user) { (change: PlanChange, context) in
  let statement = SQL.updatePlan(change, of: context.userID, at: context.clock.now, context.database.dialect)
  return try await context.database.transaction(retries: 3) { transaction in
    guard let row = try await transaction.first(statement) else { throw FunctionError.planNotFound }
    return try AdventurePlan(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Changes a plan of the caller. Null removes a member that may be missing.")
  .errors(.planNotFound)

/// A change of a plan. A missing member stays as it is; null removes a member that may be missing.
struct PlanChange: Codable {
  let planID: UUID
  let title: String?
  let description: String??
  let stops: Stops??
  let route: PlanRoute??
  let status: PlanStatus?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    planID = try container.decode(UUID.self, forKey: .planID)
    title = try container.decodePresentText(.title, 1...200)
    description = try container.decodeTextChange(of: .description, 0...2000)
    stops = try container.decodeChange(of: .stops)
    route = try container.decodeChange(of: .route)
    status = container.contains(.status) ? try container.decodePlanStatus(.status) : nil
    try container.requireAny(of: .title, .description, .stops, .route, .status)
  }

  enum CodingKeys: String, CodingKey {
    case planID = "plan_id"
    case title, description, stops, status
    case route = "route_data"
  }
}

extension SQL {
  static func updatePlan(_ change: PlanChange, of userID: UUID, at now: Date, _ dialect: SQLDialect) -> SQL {
    var assignments: [SQL] = ["updated_at = \(now)"]
    if let title = change.title { assignments.append("title = \(title)") }
    if let description = change.description { assignments.append("description = \(description)") }
    if let stops = change.stops { assignments.append("stops = \(stops?.json.text)") }
    if let route = change.route { assignments.append("route_data = \(route?.json.text)") }
    if let status = change.status { assignments.append("status = \(status)") }
    return """
      UPDATE adventure_plans SET \(assignments.joined()) WHERE id = \(change.planID) AND user_id = \(userID)
      RETURNING \(planColumns(dialect))
      """
  }
}
