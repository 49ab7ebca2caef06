/// The result of rendering a view.
enum Rendering: Sendable, Hashable {
  case content(title: String, regions: [RenderedRegion])
  /// It could not be rendered; the text says why.
  case failure(String)
}
