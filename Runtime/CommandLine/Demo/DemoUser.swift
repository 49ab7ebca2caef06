public import FoundationEssentials

/// A user in a demo.
public struct DemoUser: Sendable, Hashable {
  /// The user's name in the demo's output.
  public let name: String
  /// The id in the user's tokens.
  public let id: UUID

  /// A user with a new id.
  public init(_ name: String) {
    self.name = name
    id = UUID()
  }
}
