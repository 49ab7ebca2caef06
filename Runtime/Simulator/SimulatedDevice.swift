/// A device whose app or environment is known.
public struct SimulatedDevice: Sendable, Hashable {
  /// Its token in hexadecimal digits.
  public var token: String
  /// The bundle id of its app, without a suffix; nil for any.
  public var topic: String?
  /// The server that its token is for; nil for any.
  public var environment: SimulatedEnvironment?

  /// Creates a device.
  public init(token: String, topic: String? = nil, environment: SimulatedEnvironment? = nil) {
    self.token = token
    self.topic = topic
    self.environment = environment
  }
}
