import Edge
import Foundation
import SigningChains
import SwiftletTesting
import Testing

/// The App Store of a test: it signs notices with a chain of its own.
struct TestStore {
  static let bundleID = "com.leftova"
  static let revenueCatSecret = "the bearer of the tests"

  let chain: SigningChain

  init() throws { chain = try SigningChain(around: noon) }

  /// What a host's operator configures.
  var secrets: [String: String] {
    [
      "APP_STORE_ROOT_CERTIFICATE": chain.rootText, "APP_STORE_BUNDLE_ID": Self.bundleID,
      "REVENUECAT_WEBHOOK_SECRET": Self.revenueCatSecret,
    ]
  }

  /// A signed notice.
  func sign(_ notice: AppStoreNote) throws -> JSONValue {
    var data: JSONObject = ["bundleId": .string(notice.bundleID), "environment": .string(notice.environment)]
    if notice.hasTransaction {
      data["signedTransactionInfo"] = .string(try chain.sign(.object(notice.transaction)))
      data["signedRenewalInfo"] = .string(try chain.sign(.object(notice.renewal)))
    }
    var payload: JSONObject = [
      "notificationType": .string(notice.type), "notificationUUID": .string(notice.id.uuidString),
      "version": "2.0", "signedDate": notice.signedAt.milliseconds, "data": .object(data),
    ]
    payload["subtype"] = notice.subtype.map(JSONValue.string)
    return ["signedPayload": .string(try chain.sign(.object(payload)))]
  }
}

/// What a notice of the App Store says.
struct AppStoreNote {
  var type = "SUBSCRIBED"
  var subtype: String?
  var id = UUID()
  var user: UUID?
  var signedAt = noon
  var product = "com.leftova.premium.monthly"
  var original = "2000000000000001"
  var number = "2000000000000001"
  var purchasedAt = noon
  var endsAt = noon + 30 * 86_400
  var graceEndsAt: Date?
  var revokedAt: Date?
  var bundleID = TestStore.bundleID
  var environment = "Production"
  var hasTransaction = true

  fileprivate var transaction: JSONObject {
    var object: JSONObject = [
      "bundleId": .string(bundleID), "environment": .string(environment), "originalTransactionId": .string(original),
      "transactionId": .string(number), "productId": .string(product), "type": "Auto-Renewable Subscription",
      "purchaseDate": purchasedAt.milliseconds, "expiresDate": endsAt.milliseconds,
      "signedDate": signedAt.milliseconds, "quantity": 1, "price": 4990,
    ]
    object["appAccountToken"] = user?.json
    object["revocationDate"] = revokedAt?.milliseconds
    return object
  }

  fileprivate var renewal: JSONObject {
    var object: JSONObject = [
      "environment": .string(environment), "originalTransactionId": .string(original), "autoRenewStatus": 1,
      "productId": .string(product), "signedDate": signedAt.milliseconds,
    ]
    object["gracePeriodExpiresDate"] = graceEndsAt?.milliseconds
    return object
  }
}

extension Date {
  /// The milliseconds since 1970, as the stores write instants.
  var milliseconds: JSONValue { .integer(Int64((timeIntervalSince1970 * 1000).rounded())) }
}

/// Runs a test on a host that takes the notices of a test's store.
func withStore(
  clock: WallClock = .fixed(noon), _ body: (TestHost, TestStore) async throws -> Void
) async throws {
  let store = try TestStore()
  try await withApps(clock: clock, secrets: store.secrets) { host in try await body(host, store) }
}

extension TestHost {
  /// Sends a body to the webhook, as the stores do.
  func notify(_ body: JSONValue, bearer: String? = nil) async throws -> Answer {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.authorization] = bearer.map { "Bearer \($0)" }
    return try Answer(
      await request(
        .post, "/functions/v1/subscription_webhook", as: .withoutToken, headers: headers, body: try Wire.encode(body)))
  }

  /// Sends a notice of the App Store, which must be taken.
  func notify(_ notice: AppStoreNote, of store: TestStore) async throws {
    #expect(try await notify(try store.sign(notice)) == Answer(200, ["success": true]))
  }

  /// The tier, as `usage_stats`, `subscription_status` and `can_use_advanced_search` tell it.
  func tier(of user: UUID) async throws -> String? {
    let tier = try await usage(of: user)["tier"]?.string
    let status = try await call("subscription_status", by: user).json
    #expect(status?["subscriptionTier"]?.string == tier)
    #expect(status?["canUseAdvancedSearch"]?.bool == (tier == "premium"))
    #expect(try await rpc("can_use_advanced_search", by: user).json?.bool == (tier == "premium"))
    return tier
  }

  /// The outcomes of the stored notices.
  func outcomes() async throws -> [String] {
    try await database.query("SELECT outcome FROM subscription_notices ORDER BY signed_at, id").map {
      try $0.get("outcome")
    }
  }
}
