import Edge
import Foundation

/// A store's notice about a subscription, in one form for all stores.
struct StoreNotice {
  /// A service that sends notices.
  enum Store: String, SQLValue {
    case appStore = "app_store"
    case revenueCat = "revenuecat"
  }

  /// The change that a notice makes.
  enum Change {
    /// The state of one period of a subscription.
    case period(StorePeriod)
    /// Subscriptions pass from some users to another.
    case transfer(from: [UUID], to: UUID)
    /// No change: a test, a notice about another product, or one of an unknown type.
    case none
  }

  let store: Store
  /// The store's id of the notice, which a repeated notice has too.
  let id: String
  let type: String
  let subtype: String?
  /// When the store made the notice.
  let signedAt: Date
  let change: Change

  /// - Throws: 400 if an id or a type cannot be one.
  init(
    store: Store, id: String, type: String, subtype: String?, signedAt: Date, change: Change
  ) throws(FunctionError) {
    self.store = store
    self.id = "\(store.rawValue):\(try StoreFormat.identifier(id, "id"))"
    self.type = try StoreFormat.identifier(type, "type")
    self.subtype = try subtype.map { text throws(FunctionError) in try StoreFormat.identifier(text, "subtype") }
    self.signedAt = signedAt
    self.change = change
  }
}
