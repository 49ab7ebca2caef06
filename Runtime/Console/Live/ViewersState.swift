/// The viewers of live pages, and what each of them has been sent. It neither renders nor sends.
///
/// A viewer is one stream of events: a browser, with the views of its tabs. Each distinct view is rendered once per
/// pulse. A viewer that is slow gets the newest state later, and not the states between: what waits for it is at most
/// one update of each of its views.
struct ViewersState {
  /// The reason why a viewer is refused.
  enum Refusal: Error, Hashable { case tooManyViewers, tooManyOfSession, tooManyViews, closed }

  static let maximumViewers = 64
  /// The most viewers of one session. The tabs of a browser share one, and a page that was left may have its own for a
  /// moment.
  static let maximumOfSession = 32
  /// The most distinct views of all viewers.
  static let maximumViews = 128
  /// The most views that are rendered at a time.
  static let maximumRendering = 4

  /// The revisions that a viewer has been sent.
  private struct Progress {
    /// The revision of each view that was sent last; 0 for a view that was never sent.
    var sent: [ViewKey: Int]
    let session: String
    /// The views that are sent after their next rendering: their last rendering is older than the page that the browser
    /// has just loaded.
    var awaited: Set<ViewKey> = []
  }

  private var viewers: [Int: Progress] = [:]
  private var views: [ViewKey: WatchedView] = [:]
  /// The views to render, in order.
  private var queue: [ViewKey] = []
  private var rendering = 0
  private var lastID = 0
  /// The number of renderings. A change has the number of the rendering that showed it.
  private(set) var revision = 0
  private(set) var isClosed = false

  /// Whether there is anything to render.
  var hasViewers: Bool { !viewers.isEmpty && !isClosed }

  /// Adds a viewer.
  ///
  /// - Parameters:
  ///   - seen: the revision up to which it has its views; nil for none. It counts for views that have been watched
  ///     since.
  /// - Returns: its number.
  mutating func join(_ keys: [ViewKey], of session: String, seen: Int? = nil) throws(Refusal) -> Int {
    guard !isClosed else { throw .closed }
    guard viewers.count < Self.maximumViewers else { throw .tooManyViewers }
    guard viewers.values.count(where: { $0.session == session }) < Self.maximumOfSession else {
      throw .tooManyOfSession
    }
    let keys = Set(keys)
    guard views.count + keys.count(where: { views[$0] == nil }) <= Self.maximumViews else { throw .tooManyViews }
    lastID += 1
    var viewer = Progress(sent: [:], session: session)
    for key in keys {
      viewer.sent[key] = views[key] == nil ? 0 : min(max(seen ?? 0, 0), revision)
      if views[key] != nil, seen == nil { viewer.awaited.insert(key) }
      views[key, default: WatchedView()].viewers += 1
      if views[key]?.change == 0 || seen == nil { enqueue(key) }
    }
    viewers[lastID] = viewer
    return lastID
  }

  /// Removes a viewer, and the views that only it had.
  mutating func leave(_ id: Int) {
    guard let viewer = viewers.removeValue(forKey: id) else { return }
    for key in viewer.sent.keys {
      views[key]?.viewers -= 1
      if views[key]?.viewers == 0, views[key]?.isRendering == false { remove(key) }
    }
  }

  /// Begins a pulse: every view is to be rendered.
  mutating func beginPulse() {
    for key in views.keys { enqueue(key) }
  }

  /// The next view to render; nil if no view waits, or if the limit of concurrent renderings is reached.
  mutating func nextToRender() -> ViewKey? {
    guard rendering < Self.maximumRendering, !isClosed, !queue.isEmpty else { return nil }
    let key = queue.removeFirst()
    views[key]?.isRendering = true
    views[key]?.isDue = false
    rendering += 1
    return key
  }

  /// Takes in what a view was rendered to.
  ///
  /// - Returns: the viewers of the view.
  mutating func rendered(_ key: ViewKey, _ result: Rendering) -> [Int] {
    rendering -= 1
    revision += 1
    guard let isDue = views[key]?.isDue else { return [] }
    views[key]?.isRendering = false
    views[key]?.isDue = false
    views[key]?.take(result, as: revision)
    if views[key]?.viewers == 0 {
      remove(key)
      return []
    }
    if isDue {
      enqueue(key)
    } else {
      for id in viewers.keys { viewers[id]?.awaited.remove(key) }
    }
    return viewers.filter { $0.value.sent[key] != nil }.map(\.key)
  }

  /// The updates that a viewer has not been sent. They count as sent from now on.
  mutating func take(_ id: Int) -> [ViewUpdate] {
    guard let viewer = viewers[id] else { return [] }
    var updates: [ViewUpdate] = []
    for (key, sent) in viewer.sent {
      guard let view = views[key], view.change > sent, !viewer.awaited.contains(key) else { continue }
      viewers[id]?.sent[key] = revision
      updates.append(view.update(of: key, since: sent))
    }
    return updates
  }

  /// The views of a viewer whose last rendering succeeded, in the order of their names. Another one may be under way.
  func rendered(of id: Int) -> [ViewKey] {
    guard let viewer = viewers[id] else { return [] }
    return viewer.sent.keys.filter { views[$0]?.isRendered == true && !viewer.awaited.contains($0) }
      .sorted { $0.name < $1.name }
  }

  /// Ends all viewers, and refuses others.
  mutating func close() { isClosed = true }

  private mutating func enqueue(_ key: ViewKey) {
    guard let view = views[key], !view.isDue else { return }
    views[key]?.isDue = true
    if !view.isRendering { queue.append(key) }
  }

  private mutating func remove(_ key: ViewKey) {
    views[key] = nil
    queue.removeAll { $0 == key }
  }
}
