/// The reason why a host cannot start with its jobs.
public struct JobRegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake, its place and advice.
  public let description: String
}
