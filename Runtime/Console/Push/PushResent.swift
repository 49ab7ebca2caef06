package import Foundation

/// The answer of the control `push_resend`.
package struct PushResent: Codable, Sendable, Hashable {
  /// The notifications that were sent again.
  package let sent: Int
  /// How many of them Apple accepted.
  package let delivered: Int

  package init(sent: Int, delivered: Int) {
    self.sent = sent
    self.delivered = delivered
  }
}

/// The input of the control `push_resend`.
package struct PushResending: Codable, Sendable, Hashable {
  /// Only these notifications, by their apns-id; nil for all that are held.
  package let ids: [UUID]?

  package init(ids: [UUID]?) { self.ids = ids }
}
