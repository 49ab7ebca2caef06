import Edge
import Foundation

/// Deletes a plan of the caller, and returns it; an empty list if the caller has no such plan.
let deleteAdventurePlan = Function("delete_adventure_plan", access: .user) { (plan: PlanReference, context) in
  let dialect = context.database.dialect
  let rows = try await context.database.transaction(retries: 3) { transaction in
    try await transaction.query(
      """
      DELETE FROM adventure_plans WHERE id = \(plan.planID) AND user_id = \(context.userID)
      RETURNING \(SQL.planColumns(dialect))
      """)
  }
  return rows.readable(of: "adventure_plans", context.logger) { try AdventurePlan($0) }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Deletes a plan of the caller, and answers with it; with none if the caller has no such plan.")

struct PlanReference: Codable {
  let planID: UUID

  enum CodingKeys: String, CodingKey { case planID = "plan_id" }
}
