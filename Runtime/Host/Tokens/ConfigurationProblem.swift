/// The error for an invalid part of the configuration.
public struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text: what is wrong and what to do, without secrets.
  public let description: String
  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
