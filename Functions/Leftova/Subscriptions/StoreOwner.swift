import Edge
import Foundation

/// The user of a subscription, with the notice that names the user. Of two notices the later one counts.
struct StoreOwner {
  /// The user; nil if no user here has the subscription.
  let userID: UUID?
  /// When the store made the notice.
  let setAt: Date
  /// The notice's id.
  let setBy: String

  /// The owner from a notice on.
  init(_ userID: UUID?, by notice: StoreNotice) {
    self.userID = userID
    setAt = notice.signedAt
    setBy = notice.id
  }

  /// The owner in a notice. A notice without an owner counts less than any other.
  init(named userID: UUID?, by notice: StoreNotice) {
    self.userID = userID
    setAt = userID == nil ? Date(timeIntervalSince1970: 0) : notice.signedAt
    setBy = notice.id
  }

  /// - Parameter row: the row of ``SQL/transfer(after:at:)``.
  init(_ row: Row) throws(DatabaseError) {
    userID = try row.get("to_user_id")
    setAt = try row.get("made_at")
    setBy = try row.get("notice_id")
  }
}
