/// An error answer that the simulator gives on demand.
package struct FaultAnswer: Sendable, Hashable {
  /// The HTTP status, 400 to 599.
  package var status: Int
  package var reason: String
  /// For a 410: how many seconds ago the token stopped being registered; nil sends no timestamp.
  package var ageSeconds: Int?
  /// The value of `retry-after`, in seconds.
  package var retryAfterSeconds: Int?

  package init(status: Int, reason: String, ageSeconds: Int? = nil, retryAfterSeconds: Int? = nil) {
    self.status = status
    self.reason = reason
    self.ageSeconds = ageSeconds
    self.retryAfterSeconds = retryAfterSeconds
  }
}
