/// A view that has viewers: its regions as they were rendered last, and when each changed.
struct WatchedView {
  var viewers = 0
  var isRendering = false
  /// Whether it is to be rendered: it is queued, or is queued once it has been rendered.
  var isDue = false
  /// The revision at which the view changed last: a region, their order, the title or the failure; 0 before it is
  /// rendered.
  private(set) var change = 0

  /// Whether its last rendering succeeded.
  var isRendered: Bool { change > 0 && failure == nil }

  private var title = ""
  private var regions: [RenderedRegion] = []
  private var failure: String?
  /// The revision at which each region changed last.
  private var changes: [String: Int] = [:]

  mutating func take(_ rendering: Rendering, as revision: Int) {
    switch rendering {
    case .failure(let text):
      guard failure != text || change == 0 else { return }
      failure = text
      change = revision
    case .content(let title, let regions):
      let old = Dictionary(self.regions.map { ($0.id, $0.digest) }) { first, _ in first }
      for region in regions where old[region.id] != region.digest {
        changes[region.id] = revision
        change = revision
      }
      if change == 0 || failure != nil || self.title != title || self.regions.map(\.id) != regions.map(\.id) {
        change = revision
      }
      (self.title, self.regions, failure) = (title, regions, nil)
    }
  }

  /// The changes after a revision.
  func update(of key: ViewKey, since revision: Int) -> ViewUpdate {
    ViewUpdate(
      view: key, title: title, order: regions.map(\.id),
      changed: regions.filter { changes[$0.id, default: 0] > revision },
      failure: failure)
  }
}
