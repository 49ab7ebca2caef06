/// A part of the configuration that cannot be used.
public struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do; never a secret.
  public let description: String
  /// Describes a problem.
  public init(_ description: String) { self.description = description }
}
