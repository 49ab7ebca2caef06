/// The error of a host that cannot start with its functions.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text: what is wrong, where, and what to do.
  public let description: String

  init(_ description: String) { self.description = description }
}
