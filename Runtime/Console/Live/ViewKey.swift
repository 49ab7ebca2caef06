import Edge
import FoundationEssentials

/// A view of a page as live updates know it: two browsers with equal keys see the same regions.
struct ViewKey: Hashable, Sendable {
  /// The longest text of a view, in bytes.
  static let limit = 2048

  let section: Section
  let path: [String]
  /// The query, encoded in one way.
  let query: String
  let canAct: Bool

  init(_ section: Section, path: [String], query: Form, canAct: Bool) {
    self.section = section
    self.path = path
    self.query = query.encoded
    self.canAct = canAct
  }

  /// Reads the path and the query of a page: `/console/queue/42?q=state%3Adead`.
  ///
  /// - Returns: nil if it is no page's.
  init?(_ text: String, canAct: Bool) {
    guard text.utf8.count <= Self.limit else { return nil }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let segments = Request(path: String(parts[0])).pathSegments
    guard segments.count > 1, segments[0] == "console", let section = Section(rawValue: segments[1]) else { return nil }
    self.init(
      section, path: Array(segments.dropFirst(2)), query: Form(encoded: parts.count > 1 ? String(parts[1]) : nil),
      canAct: canAct)
  }

  func view(at now: Date) -> PageView {
    PageView(path: path, query: Form(encoded: query), canAct: canAct, now: now, section: section)
  }

  /// The path and the query, by which a browser names the view.
  var name: String { view(at: .distantPast).link(in: section) }

  /// The name; nil if it is longer than a browser may send.
  var liveName: String? {
    let name = name
    return name.utf8.count <= Self.limit ? name : nil
  }
}
