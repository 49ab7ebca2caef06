import Edge
import Foundation
import SwiftletTesting
import Testing

/// An event of RevenueCat on an annual subscription that was bought at noon.
func revenueCatEvent(
  _ type: String, of user: UUID?, at instant: Date = noon, _ more: JSONObject = [:]
) -> JSONObject {
  var event: JSONObject = [
    "id": UUID().json, "type": .string(type), "event_timestamp_ms": instant.milliseconds,
    "environment": "PRODUCTION", "store": "APP_STORE", "product_id": "com.leftova.premium.annual",
    "period_type": "NORMAL", "transaction_id": "1", "original_transaction_id": "1",
    "purchased_at_ms": noon.milliseconds, "expiration_at_ms": (noon + 365 * 86_400).milliseconds,
    "app_user_id": user?.json ?? "$RCAnonymousID:1", "aliases": [], "price": .number(39.99),
  ]
  for key in more.keys { event[key] = more[key] }
  return event
}

/// A transfer of RevenueCat, which names no transaction.
func revenueCatTransfer(from users: [JSONValue], to receivers: [JSONValue], at instant: Date) -> JSONObject {
  [
    "id": UUID().json, "type": "TRANSFER", "event_timestamp_ms": instant.milliseconds, "store": "APP_STORE",
    "environment": "PRODUCTION", "transferred_from": .array(users), "transferred_to": .array(receivers),
  ]
}

extension TestHost {
  /// Sends an event of RevenueCat, which must be taken.
  func send(_ event: JSONObject) async throws {
    let body: JSONValue = ["api_version": "1.0", "event": .object(event)]
    #expect(try await notify(body, bearer: TestStore.revenueCatSecret) == Answer(200, ["success": true]))
  }
}
