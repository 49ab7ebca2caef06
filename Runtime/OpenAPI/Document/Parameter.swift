/// A part of an operation's input that stands in the path or the query.
package struct Parameter: Sendable, Hashable {
  /// Its place in the request: `path` or `query`.
  package var place: String
  /// The name there.
  package var name: String
  /// The member of the input.
  package var member: String
  /// The text before the value: `eq.` of a filter.
  package var prefix = ""
  package var isRequired = true
}
