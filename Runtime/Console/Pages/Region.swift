/// A part of a page, which is replaced as a whole when it changes.
package struct Region: Sendable, Hashable {
  /// The id of its element, which no other region of the page has.
  package let id: String
  package let content: HTML

  package init(_ id: StaticString, _ content: HTML) {
    self.id = id.description
    self.content = content
  }
}
