/// The content of a page.
package struct PageContent: Sendable {
  /// The title of the window.
  package var title: String
  /// The parts of the page, in order.
  package var regions: [Region]
}
