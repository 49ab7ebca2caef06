/// The settings of one function, `[functions.<name>]`.
public struct FunctionConfiguration: Sendable, Hashable {
  /// Whether it is served.
  public var enabled = true
  /// Whether a token is required; nil leaves it to the code.
  public var verifyJWT: Bool?
  /// The largest body in bytes; nil is the host's limit.
  public var maximumBody: Int?
  /// The servers that it may call; nil for any.
  public var allowedHosts: [String]?
  /// Secrets of this function alone.
  public var secrets: [String: String] = [:]

  /// No settings.
  public init() {}
}
