import HTTPServer

/// The settings of one function, `[functions.<name>]`.
public struct FunctionConfiguration: Sendable, Hashable {
  /// Whether it is served.
  public var enabled = true
  /// Whether a token is required; nil leaves it to the code.
  public var verifyJWT: Bool?
  /// The largest body in bytes; nil is the host's limit.
  public var maximumBody: Int?
  /// The time for it to begin its response, in seconds; nil is the host's limit.
  public var idleTimeout: Double?
  /// The time for a whole call, in seconds; nil is the host's limit.
  public var wallClock: Double?
  /// The servers that it may call; nil for any.
  public var allowedHosts: [String]?
  /// Secrets of this function alone.
  public var secrets: [String: String] = [:]

  /// No settings.
  public init() {}

  /// The limits on the time of its calls; nil for those of the host.
  func time(within limits: Limits) -> ExchangeLimits? {
    guard idleTimeout != nil || wallClock != nil else { return nil }
    return ExchangeLimits(idle: idleTimeout ?? limits.idleTimeout, wallClock: wallClock ?? limits.wallClock)
  }
}
