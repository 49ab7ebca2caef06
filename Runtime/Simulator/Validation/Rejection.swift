/// A refused request.
struct Rejection: Error, Hashable {
  let reason: Reason
  /// The time at which a token's registration ended, in milliseconds since 1970.
  var timestamp: Int64?
  /// The explanation for the log. Apple's answers have none.
  let explanation: String

  init(_ reason: Reason, _ explanation: String, timestamp: Int64? = nil) {
    self.reason = reason
    self.explanation = explanation
    self.timestamp = timestamp
  }
}
