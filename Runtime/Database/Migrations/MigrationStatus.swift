/// The differences between a set of migrations and a database's records of it.
public struct MigrationStatus: Sendable, Hashable {
  /// A migration that the database has and the program does not know.
  public struct Unknown: Sendable, Hashable {
    /// Its version, greater than all that the program knows.
    public let version: Int
    /// Its name.
    public let name: String

    package init(version: Int, name: String) {
      self.version = version
      self.name = name
    }
  }

  /// The migrations that the database lacks, in order.
  public let pending: [Migration]

  /// The migrations that a newer program applied, in order. None of them is breaking.
  public let newer: [Unknown]

  package init(pending: [Migration], newer: [Unknown]) {
    self.pending = pending
    self.newer = newer
  }
}
