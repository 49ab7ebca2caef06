/// A function's secrets and the variables that Supabase sets (`SUPABASE_URL`, `SB_EXECUTION_ID`, …).
///
/// They are read by name and never printed.
public struct Secrets: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let values: [String: String]

  /// Secrets by name.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// A secret; nil if it is not set.
  public subscript(_ name: String) -> String? { values[name] }

  /// A secret that the function cannot do without.
  ///
  /// - Throws: ``MissingSecret``, which a caller sees as 500 `EDGE_FUNCTION_ERROR` and the log by the secret's name.
  public func require(_ name: String) throws(MissingSecret) -> String {
    guard let value = values[name] else { throw MissingSecret(name: name) }
    return value
  }

  /// These and more; of two values for one name the other's counts.
  public func adding(_ other: [String: String]) -> Secrets { Secrets(values.merging(other) { $1 }) }

  /// Says how many there are, and none of them.
  public var description: String { "\(values.count) secrets" }
  /// Says how many there are, and none of them.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A secret that a function needs and does not have: a fault of the host's configuration, which its callers learn nothing of.
public struct MissingSecret: Error, Hashable, Sendable, CustomStringConvertible {
  /// The secret's name.
  public let name: String

  /// Names the secret.
  public init(name: String) { self.name = name }

  /// What is missing and what to do, for the log.
  public var description: String {
    """
    The secret \(name) is not set: declare it with .secrets("\(name)"), and set it in the environment, in .env or in config.toml
    """
  }
}
