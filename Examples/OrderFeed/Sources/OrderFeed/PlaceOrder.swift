import Foundation
import Swiftlet

struct OrderReference: Codable, Sendable {
  let id: UUID
}

/// Places an order of the calling user. A request that is sent again with its `Idempotency-Key` places no second one.
let placeOrder = Function("place_order", access: .user) { context in
  let order = OrderReference(id: UUID())
  try await context.database.execute("INSERT INTO orders (id, user_id) VALUES (\(order.id), \(context.userID))")
  return order
}.idempotent()
