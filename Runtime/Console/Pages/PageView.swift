package import FoundationEssentials

/// The view of a browser: a page or one of its details, with a filter.
package struct PageView: Sendable {
  /// The segments after the page's path, decoded: `["42"]` of `/console/queue/42`.
  package let path: [String]
  package let query: Form
  /// Whether the session may act. Forms of actions are shown only then.
  package let canAct: Bool
  package let now: Date
  /// The page; nil if the view was made without it.
  package private(set) var section: Section?

  package var filter: Filter { Filter(query["q"] ?? "") }
}
