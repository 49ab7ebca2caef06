/// The error of a host that cannot start with its functions.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text: what is wrong, where, and what to do.
  public let description: String
  /// Whether the text begins with a section of the configuration's file, whose name is to stand before it.
  package let isOfSetting: Bool

  init(_ description: String) {
    self.description = description
    isOfSetting = false
  }

  /// - Parameter setting: the section and, if one is wrong, the key: `[limits.search]`.
  init(_ setting: String, _ reason: String) {
    description = "\(setting) \(reason)"
    isOfSetting = true
  }
}
