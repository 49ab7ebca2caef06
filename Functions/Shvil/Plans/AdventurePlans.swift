import Edge
import Foundation

/// The caller's plans, newest first.
let adventurePlans = Function("adventure_plans", access: .user) { (filter: PlanFilter, context) in
  guard filter.userID ?? context.userID == context.userID else { return [] as [AdventurePlan] }
  let database = context.database
  let rows = try await database.query(
    """
    SELECT \(SQL.planColumns(database.dialect)) FROM adventure_plans
    WHERE user_id = \(context.userID) AND \(filter.planID.map { "id = \($0)" } ?? "TRUE" as SQL)
      AND \(filter.status.map { "status = \($0)" } ?? "TRUE" as SQL)
    ORDER BY created_at DESC, id DESC LIMIT 1000
    """)
  return rows.readable(of: "adventure_plans", context.logger) { try AdventurePlan($0) }
}.limitedAsSearch().readOnly()
  .described("Lists the caller's plans, newest first. Those of another user are an empty list.")

struct PlanFilter: Codable, OptionalInput {
  /// The owner: another user's plans are an empty list.
  let userID: UUID?
  let planID: UUID?
  let status: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    userID = try container.decodeIfPresent(UUID.self, forKey: .userID)
    planID = try container.decodeIfPresent(UUID.self, forKey: .planID)
    status = try container.decodeTextIfPresent(.status, 0...64)
  }

  enum CodingKeys: String, CodingKey {
    case userID = "user_id"
    case planID = "plan_id"
    case status
  }
}
