import Edge
import Foundation

/// One period of a subscription, which a transaction at a store paid for.
struct StorePeriod {
  /// The id of the subscription: of its first transaction.
  let subscriptionID: String
  /// The id of the period's transaction.
  let id: String
  let productID: String
  /// The user whom the app named at the purchase; nil if it named none that is a user's id.
  let userID: UUID?
  let purchasedAt: Date
  /// The end of the tier: of the period, or of the time that the store grants for a failed payment.
  let endsAt: Date
  /// When the store took the purchase back; nil if it did not.
  let revokedAt: Date?
  /// When this state of the period was made. Of two states the later one counts, in whatever order they come.
  let madeAt: Date

  /// - Throws: 400 if an id cannot be one.
  init(
    subscriptionID: String, id: String, productID: String, userID: UUID?, purchasedAt: Date, endsAt: Date,
    revokedAt: Date?, madeAt: Date
  ) throws(FunctionError) {
    self.subscriptionID = try StoreFormat.identifier(subscriptionID, "original transaction's id")
    self.id = try StoreFormat.identifier(id, "transaction's id")
    self.productID = try StoreFormat.identifier(productID, "product's id")
    self.userID = userID
    self.purchasedAt = purchasedAt
    self.endsAt = endsAt
    self.revokedAt = revokedAt
    self.madeAt = madeAt
  }
}
