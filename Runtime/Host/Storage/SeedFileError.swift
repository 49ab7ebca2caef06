/// The error for a file of the seed that cannot be written.
public struct SeedFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file and the reason.
  public let description: String
}
