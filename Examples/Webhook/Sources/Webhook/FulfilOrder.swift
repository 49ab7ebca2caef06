import Swiftlet

/// Fulfils a paid order. A job may run more than once; a repeated run changes nothing.
let fulfilOrder = Function("fulfil_order", access: .serviceRole) { (event: PaymentEvent, context) in
  try await context.database.execute(
    """
    INSERT INTO paid_orders (order_id, amount, paid_at) VALUES (\(event.order), \(event.amount), \(context.clock.now))
    ON CONFLICT (order_id) DO NOTHING
    """)
  return NoContent()
}
.queued(attempts: 10) { "order \($0.order)" }
