/// A path that the host answers.
package struct RouteLine: Codable, Sendable, Hashable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case function
    /// A database function.
    case procedure
    /// A request to a table, which a function answers.
    case table
    /// All paths below a prefix: sign-in, storage, what is forwarded.
    case prefix
  }

  package let kind: Kind
  /// The path; for a table with the method and the filters.
  package let route: String
  /// The function, or the handler of the prefix.
  package let name: String
  /// The callers: `anyone`, `verified`, `user`, `service_role`; nil for a prefix.
  package let access: String?

  package init(kind: Kind, route: String, name: String, access: String?) {
    self.kind = kind
    self.route = route
    self.name = name
    self.access = access
  }
}
