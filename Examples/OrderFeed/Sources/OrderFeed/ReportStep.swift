import Foundation
import Swiftlet

/// A step of an order's way.
struct Step: Codable, Sendable {
  enum State: String, Codable, Sendable, SQLValue {
    case confirmed, packed, shipped, delivered
  }

  let order: UUID
  let state: State
}

/// Notes a step, for the shop's own systems.
let reportStep = Function("report_step", access: .serviceRole) { (step: Step, context) in
  try await context.database.transaction { transaction in
    guard try await transaction.first("SELECT id FROM orders WHERE id = \(step.order)") != nil else {
      throw FunctionError.notFound("ORDER_NOT_FOUND", "There is no such order")
    }
    try await transaction.execute("INSERT INTO order_steps (order_id, state) VALUES (\(step.order), \(step.state))")
  }
  return NoContent()
}
