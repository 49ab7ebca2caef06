package import Push

/// A device whose app or environment is known.
package struct SimulatedDevice: Sendable, Hashable {
  /// Its token in hexadecimal digits.
  package var token: String
  /// The bundle id of its app, without a suffix; nil for any.
  package var topic: String?
  /// The server that its token is for; nil for any.
  package var environment: PushEnvironment?

  package init(token: String, topic: String? = nil, environment: PushEnvironment? = nil) {
    self.token = token
    self.topic = topic
    self.environment = environment
  }
}
