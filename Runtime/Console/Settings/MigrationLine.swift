/// A migration and its state on the host's database.
package struct MigrationLine: Codable, Sendable, Hashable {
  package enum State: String, Codable, Sendable, CaseIterable {
    case applied
    case pending
    /// A newer program applied it.
    case newer
    /// The tables are the project's own: the host applies nothing to them, and only checks their columns.
    case checked
  }

  package let set: String
  package let version: Int
  package let name: String
  package let state: State
  /// Whether programs of earlier versions cannot work with it.
  package let breaking: Bool

  package init(set: String, version: Int, name: String, state: State, breaking: Bool) {
    self.set = set
    self.version = version
    self.name = name
    self.state = state
    self.breaking = breaking
  }
}
