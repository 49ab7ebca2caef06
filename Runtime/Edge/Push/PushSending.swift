public import Push

/// A sender of notifications to Apple.
public protocol PushSending: Sendable {
  /// Sends a notification, and returns its final outcome.
  func send(_ push: PreparedPush) async -> PushOutcome

  /// Sends a request about channels, and returns Apple's final answer.
  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer
}
