/// The bounds of groups. On Postgres a trigger enforces the first two for rows that are written past the host.
enum GroupLimits {
  /// The most members of a group.
  static let members = 200
  /// The most groups of a user.
  static let groups = 100
  /// The lengths of a name.
  static let name = 1...100
  /// The lengths of a description.
  static let description = 0...1000
}
