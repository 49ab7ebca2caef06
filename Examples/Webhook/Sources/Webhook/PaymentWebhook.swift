import Foundation
import Swiftlet

/// An event of the payment provider.
struct PaymentEvent: Codable, Sendable {
  let id: String
  let type: String
  let order: String
  /// In cents.
  let amount: Int
}

/// Takes the provider's events. Anyone can call it, and the signature over the raw body proves the sender.
///
/// A provider sends an event again until it is answered with 2xx: an event that was taken before is answered the same,
/// and changes nothing.
let paymentWebhook = Function.raw("payment_webhook", access: .anyone) { request, context in
  // The bytes as they came: a body that is decoded and encoded again has another signature.
  let body = try await request.body.collect(upTo: 256 << 10)
  let secret = try context.secrets.require("PAYMENT_WEBHOOK_SECRET")
  guard let header = HTTPField.Name("Payment-Signature").flatMap({ request.headers[$0] }),
    let signature = WebhookSignature(header),
    signature.isValid(for: Array(body.readableBytesView), secret: secret, at: context.clock.now)
  else {
    throw FunctionError(status: .unauthorized, code: "BAD_SIGNATURE", message: "The signature is not valid")
  }
  let event = try await Request(body: RequestBody(body)).decode(PaymentEvent.self)
  guard event.type == "payment.succeeded" else { return .noContent }
  try await context.database.transaction { transaction in
    let isNew = try await transaction.execute(
      """
      INSERT INTO payment_events (id, received_at) VALUES (\(event.id), \(context.clock.now))
      ON CONFLICT (id) DO NOTHING
      """)
    // The job is there if and only if this commits.
    if isNew > 0 { try await context.jobs.enqueue(fulfilOrder, event, in: transaction) }
  }
  return .noContent
}
.secrets("PAYMENT_WEBHOOK_SECRET")
