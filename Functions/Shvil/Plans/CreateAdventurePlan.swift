import Edge
import Foundation

/// Stores a plan of the caller. A user has at most 200.
let createAdventurePlan = Function("create_adventure_plan", access: .user) { (plan: NewPlan, context) in
  let userID = context.userID
  let now = context.clock.now
  let dialect = context.database.dialect
  return try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    try await transaction.check(
      planLimit, of: "SELECT 1 FROM adventure_plans WHERE user_id = \(userID)", else: .planLimitReached)
    // The run's id grows with time, which keeps inserts at the end of the table.
    let row = try await transaction.first(
      """
      INSERT INTO adventure_plans
        (id, user_id, title, description, stops, route_data, status, created_at, updated_at)
      VALUES (\(context.id.uuid), \(userID), \(plan.title), \(plan.description), \(plan.stops?.json.text ?? "[]"),
        \(plan.route?.json.text), \(plan.status), \(now), \(now))
      RETURNING \(SQL.planColumns(dialect))
      """)
    guard let row else {
      throw FunctionError(status: .internalServerError, code: .server, message: "The plan was not stored")
    }
    return try AdventurePlan(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Stores a plan of the caller.")
  .errors(.userNotFound, .planLimitReached)

/// The most plans of a user. On Postgres a trigger enforces the same limit for inserts at the project's REST address.
let planLimit = 200

struct NewPlan: Codable {
  let title: String
  let description: String?
  let stops: Stops?
  let route: PlanRoute?
  let status: PlanStatus

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decodeText(.title, 1...200)
    description = try container.decodeTextIfPresent(.description, 0...2000)
    stops = try container.decodeIfPresent(Stops.self, forKey: .stops)
    route = try container.decodeIfPresent(PlanRoute.self, forKey: .route)
    let hasStatus = try container.contains(.status) && !container.decodeNil(forKey: .status)
    status = hasStatus ? try container.decodePlanStatus(.status) : .draft
  }

  enum CodingKeys: String, CodingKey {
    case title, description, stops, status
    case route = "route_data"
  }
}

extension FunctionError {
  static let planLimitReached = limitReached(
    "PLAN_LIMIT_REACHED", "You have \(planLimit) plans already: delete one first", limit: planLimit)
}
