/// The role of a token.
public struct Role: RawRepresentable, Hashable, Sendable {
  /// The role's name in the database.
  public let rawValue: String
  /// A role by its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A user of the app who is not signed in.
  public static let anon = Role(rawValue: "anon")
  /// A user who is signed in.
  public static let authenticated = Role(rawValue: "authenticated")
  /// The project's own servers.
  public static let serviceRole = Role(rawValue: "service_role")
}
