/// The content of a page.
package struct PageContent: Sendable {
  package var title: String
  package var regions: [Region]
}
