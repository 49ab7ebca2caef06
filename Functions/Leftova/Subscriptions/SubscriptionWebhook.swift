import Edge

/// Takes the notices of the App Store (`{"signedPayload"}`) and of RevenueCat (`{"event"}`).
///
/// Anyone can call it: an App Store notice is proved by its signatures, an event of RevenueCat by the bearer secret.
/// The stores repeat a notice until it is answered with 200; notices that are repeated, out of order, of unknown users
/// or of unknown types are answered so, and stored.
let subscriptionWebhook = Function.raw("subscription_webhook", access: .anyone) { request, context in
  guard request.method == .post else {
    throw FunctionError(status: .methodNotAllowed, code: "METHOD_NOT_ALLOWED", message: "Notices are sent by POST")
  }
  let body = try await request.decode(WebhookBody.self, upTo: 256 << 10)
  let now = context.clock.now
  let notice: StoreNotice
  switch (body.signedPayload, body.event) {
  case (let payload?, nil):
    notice = try await AppStore(context.secrets, certificates: context.certificates).notice(payload, at: now)
  case (nil, let event?):
    try checkRevenueCat(request, context.secrets)
    notice = try revenueCatEvent(event).notice(in: AppStore.environments(context.secrets))
  default: throw FunctionError.validation("The body must have either signedPayload or event")
  }
  let dialect = context.database.dialect
  try await context.database.transaction(retries: 3) { try await $0.take(notice, at: now, dialect) }
  return try .json(Success())
}
.optionalSecrets(AppStore.Secret.root, AppStore.Secret.bundle, AppStore.Secret.environment, revenueCatSecret)
// Verifying a signature costs about a millisecond of CPU time.
.limited(.perMinute(600, by: .address))
.schema(
  input: .object("StoreWebhook", .optional("signedPayload", .string), .optional("event", .dictionary(of: .any))),
  output: .object("Success", .required("success", .boolean))
)
.described("Takes the notices of the App Store and of RevenueCat on subscriptions.")
.errors(.notOfTheStore("The signature is not valid"))

/// The secret that RevenueCat sends as its bearer token.
private let revenueCatSecret = "REVENUECAT_WEBHOOK_SECRET"

private struct WebhookBody: Codable {
  let signedPayload: String?
  let event: JSONValue?
}

/// Checks that a request has RevenueCat's bearer secret.
private func checkRevenueCat(_ request: Request, _ secrets: Secrets) throws(FunctionError) {
  guard secrets[revenueCatSecret] != nil else {
    throw .notConnected("This host does not take RevenueCat's events", retryAfter: 3600)
  }
  let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
  guard words.count == 2, words[0].lowercased() == "bearer", secrets.isValue(String(words[1]), of: revenueCatSecret)
  else { throw .notOfTheStore("The bearer secret is not valid") }
}

private func revenueCatEvent(_ event: JSONValue) throws -> RevenueCatEvent {
  let bytes = try Wire.encode(event)
  do throws(JSONFault) {
    return try Wire.decode(RevenueCatEvent.self, from: bytes)
  } catch {
    throw FunctionError.validation("\(error)", details: ["path": .string("$.event" + error.path.dropFirst())])
  }
}
