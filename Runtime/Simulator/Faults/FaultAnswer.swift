/// An error answer that the simulator gives on demand.
public struct FaultAnswer: Sendable, Hashable {
  /// The HTTP status, 400 to 599.
  public var status: Int
  /// Apple's reason.
  public var reason: String
  /// For a 410: how many seconds ago the token stopped being registered; nil sends no timestamp.
  public var ageSeconds: Int?
  /// The value of `retry-after`, in seconds.
  public var retryAfterSeconds: Int?

  /// Creates an answer.
  public init(status: Int, reason: String, ageSeconds: Int? = nil, retryAfterSeconds: Int? = nil) {
    self.status = status
    self.reason = reason
    self.ageSeconds = ageSeconds
    self.retryAfterSeconds = retryAfterSeconds
  }
}
