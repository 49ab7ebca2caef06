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
