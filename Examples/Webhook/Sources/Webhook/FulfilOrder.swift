import Swiftlet

/// Does what a payment sets off, later and as often as it takes. It may run more than once, so it is written to be done
/// once.
let fulfilOrder = Function("fulfil_order", access: .serviceRole) { (event: PaymentEvent, context) in
  try await context.database.execute(
    """
    INSERT INTO paid_orders (order_id, amount, paid_at) VALUES (\(event.order), \(event.amount), \(context.clock.now))
    ON CONFLICT (order_id) DO NOTHING
    """)
  return NoContent()
}
.queued(attempts: 10) { "order \($0.order)" }
