import Edge
import Foundation

/// An event of RevenueCat's webhook, with the fields that count here. Instants are milliseconds since 1970.
struct RevenueCatEvent: Decodable {
  let id: String
  let type: String
  let timestamp: Int64
  let environment: String?
  let userID: String?
  let originalUserID: String?
  let aliases: [String]?
  let productID: String?
  let transactionID: String?
  let originalTransactionID: String?
  let purchasedAt: Int64?
  let expiresAt: Int64?
  let graceEndsAt: Int64?
  let cancelReason: String?
  let transferredFrom: [String]?
  let transferredTo: [String]?

  enum CodingKeys: String, CodingKey {
    case id, type, environment, aliases
    case timestamp = "event_timestamp_ms"
    case userID = "app_user_id"
    case originalUserID = "original_app_user_id"
    case productID = "product_id"
    case transactionID = "transaction_id"
    case originalTransactionID = "original_transaction_id"
    case purchasedAt = "purchased_at_ms"
    case expiresAt = "expiration_at_ms"
    case graceEndsAt = "grace_period_expiration_at_ms"
    case cancelReason = "cancel_reason"
    case transferredFrom = "transferred_from"
    case transferredTo = "transferred_to"
  }

  /// The types that tell the state of a period. Other types are stored, and change nothing.
  private static let statesOfPeriods: Set<String> = [
    "INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE", "CANCELLATION", "UNCANCELLATION", "EXPIRATION",
    "BILLING_ISSUE", "SUBSCRIPTION_PAUSED", "SUBSCRIPTION_EXTENDED", "REFUND_REVERSED", "TEMPORARY_ENTITLEMENT_GRANT",
  ]

  /// Those of the types that only tell whether the next period will be paid. A cancellation can also be a refund.
  private static let statesOfRenewal: Set<String> = ["CANCELLATION", "UNCANCELLATION", "SUBSCRIPTION_PAUSED"]

  /// The most users of a transfer.
  private static let transferLimit = 50

  /// The event in the form for all stores.
  ///
  /// - Parameter environments: the environments that are taken, in lower case; events of others change nothing.
  /// - Throws: 400 if an id cannot be one.
  func notice(in environments: Set<String>) throws(FunctionError) -> StoreNotice {
    let isTaken = environment.map { environments.contains($0.lowercased()) } ?? true
    return try StoreNotice(
      store: .revenueCat, id: id, type: type, subtype: cancelReason, signedAt: StoreFormat.instant(timestamp),
      change: isTaken ? try change() : .none)
  }

  private func change() throws(FunctionError) -> StoreNotice.Change {
    if type == "TRANSFER" { return transfer() }
    guard Self.statesOfPeriods.contains(type), let productID, PremiumProduct(rawValue: productID) != nil, let expiresAt
    else { return .none }
    let made = StoreFormat.instant(timestamp)
    let end = StoreFormat.instant(expiresAt)
    let grace = graceEndsAt.map(StoreFormat.instant) ?? end
    // Granted while a store cannot be asked: there is no transaction yet, and the time is short.
    let isGrant = type == "TEMPORARY_ENTITLEMENT_GRANT"
    guard isGrant || transactionID != nil else { return .none }
    let transactionID = isGrant ? "grant:\(id)" : transactionID ?? id
    let endsAt =
      switch type {
      case "EXPIRATION": min(end, made)
      case "TEMPORARY_ENTITLEMENT_GRANT": min(end, made + 86_400)
      default: max(end, grace)
      }
    let isRefund = type == "CANCELLATION" && cancelReason == "CUSTOMER_SUPPORT"
    // An event on the renewal has neither the grace period nor the refund that an earlier event told, so the state of
    // any other event counts more.
    let madeAt = !isRefund && Self.statesOfRenewal.contains(type) ? Date(timeIntervalSince1970: 0) : made
    return .period(
      try StorePeriod(
        subscriptionID: isGrant ? transactionID : originalTransactionID ?? transactionID, id: transactionID,
        productID: productID, userID: user, purchasedAt: purchasedAt.map(StoreFormat.instant) ?? made, endsAt: endsAt,
        revokedAt: isRefund ? made : nil, madeAt: madeAt))
  }

  private func transfer() -> StoreNotice.Change {
    let from = (transferredFrom ?? []).compactMap(UUID.init(uuidString:))
    guard !from.isEmpty, from.count <= Self.transferLimit,
      let to = transferredTo?.lazy.compactMap(UUID.init(uuidString:)).first
    else { return .none }
    return .transfer(from: from, to: to)
  }

  /// The first of the user's names that is a user's id; RevenueCat makes up names for users who have not signed in.
  private var user: UUID? {
    ([userID, originalUserID] + (aliases ?? [])).lazy.compactMap { $0.flatMap(UUID.init(uuidString:)) }.first
  }
}
