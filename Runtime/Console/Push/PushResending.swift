package import FoundationEssentials

/// The input of the control `push_resend`.
package struct PushResending: Codable, Sendable, Hashable {
  /// Only these notifications, by their apns-id; nil for all that are held.
  package let ids: [UUID]?
}
