/// The error for a required secret without a value: a fault of the host's configuration, which is logged and not sent
/// to callers.
public struct MissingSecret: Error, Hashable, Sendable, CustomStringConvertible {
  /// The secret's name.
  public let name: String

  /// The error for a secret.
  public init(name: String) { self.name = name }

  /// The text for the log: what is missing and what to do.
  public var description: String {
    """
    The secret \(name) is not set: declare it with .secrets("\(name)"), and set it in the environment, in .env or in config.toml
    """
  }
}
