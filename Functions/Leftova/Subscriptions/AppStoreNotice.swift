import Edge
import Foundation

/// The payload of an App Store Server Notification, version 2, with the fields that count here.
struct AppStoreNotice: Decodable {
  /// The app of a notice, with the signed transaction and renewal that it is about.
  struct Subject: Decodable {
    let bundleId: String?
    let environment: String?
    let signedTransactionInfo: String?
    let signedRenewalInfo: String?
  }

  /// The payload of `signedTransactionInfo`.
  struct Transaction: Decodable {
    let bundleId: String
    let environment: String
    let originalTransactionId: String
    let transactionId: String
    let productId: String
    let purchaseDate: Int64
    let expiresDate: Int64?
    let revocationDate: Int64?
    let appAccountToken: String?
  }

  /// The payload of `signedRenewalInfo`.
  struct Renewal: Decodable {
    let environment: String?
    let gracePeriodExpiresDate: Int64?
    let appAccountToken: String?
  }

  let notificationType: String
  let subtype: String?
  let notificationUUID: UUID
  let signedDate: Int64
  let data: Subject?
  let summary: Subject?
  let appData: Subject?
  let externalPurchaseToken: Subject?

  /// The part that names the app; a notice has exactly one.
  var subject: Subject? { data ?? summary ?? appData ?? externalPurchaseToken }

  /// The types after which no time is granted for a failed payment.
  private static let endings: Set<String> = ["EXPIRED", "GRACE_PERIOD_EXPIRED"]

  /// The notice in the form for all stores.
  ///
  /// - Throws: 400 if an id cannot be one.
  func notice(_ transaction: Transaction?, _ renewal: Renewal?) throws(FunctionError) -> StoreNotice {
    let signedAt = StoreFormat.instant(signedDate)
    var change = StoreNotice.Change.none
    if let transaction, PremiumProduct(rawValue: transaction.productId) != nil, let end = transaction.expiresDate {
      let end = StoreFormat.instant(end)
      let grace = renewal?.gracePeriodExpiresDate.map(StoreFormat.instant) ?? end
      let token = transaction.appAccountToken ?? renewal?.appAccountToken
      change = .period(
        try StorePeriod(
          subscriptionID: transaction.originalTransactionId, id: transaction.transactionId,
          productID: transaction.productId, userID: token.flatMap(UUID.init(uuidString:)),
          purchasedAt: StoreFormat.instant(transaction.purchaseDate),
          endsAt: Self.endings.contains(notificationType) ? min(end, signedAt) : max(end, grace),
          revokedAt: transaction.revocationDate.map(StoreFormat.instant), madeAt: signedAt))
    }
    return try StoreNotice(
      store: .appStore, id: notificationUUID.uuidString.lowercased(), type: notificationType, subtype: subtype,
      signedAt: signedAt, change: change)
  }
}
