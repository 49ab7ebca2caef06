import Edge
import FoundationEssentials
import Host
import ServiceLifecycle
import Synchronization

/// The live updates of pages: renders the watched views when something changes, and wakes their viewers.
///
/// Without viewers it does nothing. On graceful shutdown it ends the viewers' streams, so that the server, which stops
/// after it, has none.
package final class LiveHub: Service {
  private struct State {
    var viewers = ViewersState()
    var signals: [Int: Viewer.Signals] = [:]
    var rule = PulseRule()
    var isChanged = false
  }

  private let state = Mutex(State())
  /// Wakes the loop of ``run()``.
  private let work = WakeUp()
  private let renderer: PageRenderer
  private let clock: WallClock
  private let ring: EventRing?
  /// Tells ``watch(_:)`` to await the next change of the ring.
  private let armed = WakeUp()
  private let start = ContinuousClock.now
  /// Distinguishes the revisions of this process from those of others.
  let epoch = String(UInt32.random(in: .min ... .max), radix: 36)

  /// - Parameter ring: the events that the pages show; nil for pages whose changes ``changed()`` alone announces.
  init(_ renderer: PageRenderer, ring: EventRing?, clock: WallClock) {
    self.renderer = renderer
    self.ring = ring
    self.clock = clock
  }

  /// Requests a rendering of the watched views, because something that they show has changed.
  package func changed() {
    let hasViewers = state.withLock { state in
      state.isChanged = true
      return state.viewers.hasViewers
    }
    if hasViewers { work.signal() }
  }

  /// Renders for the viewers until graceful shutdown.
  package func run() async {
    await withGracefulShutdownHandler {
      await cancelWhenGracefulShutdown { await self.serve() }
    } onGracefulShutdown: {
      self.close()
    }
    close()
  }

  /// Ends all viewers, and refuses others.
  func close() {
    let waiting = state.withLock { state in
      state.viewers.close()
      return Array(state.signals.values)
    }
    for viewer in waiting {
      viewer.news.signal()
      viewer.end.signal()
    }
    work.signal()
  }

  // MARK: Viewers

  /// Adds a viewer. It is removed when its value is released.
  ///
  /// - Parameter lastEvent: the id of the last event that the browser has of these views.
  func join(_ views: [ViewKey], of session: Session, lastEvent: String?) throws(ViewersState.Refusal) -> Viewer {
    let seen = lastEvent.flatMap { id -> Int? in
      let parts = id.split(separator: ".")
      return parts.count == 2 && parts[0] == epoch ? Int(parts[1]) : nil
    }
    let signals = Viewer.Signals()
    let id = try state.withLock { state throws(ViewersState.Refusal) -> Int in
      let id = try state.viewers.join(views, of: session.id, seen: seen)
      state.signals[id] = signals
      return id
    }
    signals.news.signal()
    work.signal()
    return Viewer(signals, take: { self.take(id) }, leave: { self.leave(id) })
  }

  private func leave(_ id: Int) {
    state.withLock { state in
      state.viewers.leave(id)
      state.signals[id] = nil
    }
  }

  /// What a viewer has not been sent yet; nil if the viewer is to end.
  private func take(_ id: Int) -> ViewerNews? {
    state.withLock { state in
      guard !state.viewers.isClosed else { return nil }
      let updates = state.viewers.take(id)
      return ViewerNews(
        updates: updates, event: "\(epoch).\(state.viewers.revision)", rendered: state.viewers.rendered(of: id))
    }
  }

  // MARK: Pulses

  private func serve() async {
    await withDiscardingTaskGroup { group in
      if let ring { group.addTask { await self.watch(ring) } }
      while !Task.isCancelled {
        let (keys, wait) = nextRenderings()
        for key in keys { group.addTask { await self.render(key) } }
        _ = await work.wait(upTo: wait)
      }
      group.cancelAll()
    }
  }

  /// Begins a pulse if one is due.
  ///
  /// - Returns: the views to render now, and how long to wait unless there is work before.
  private func nextRenderings() -> (keys: [ViewKey], wait: Duration) {
    let now = start.duration(to: .now)
    let (keys, wait, isPulse) = state.withLock { state -> ([ViewKey], Duration, Bool) in
      guard state.viewers.hasViewers else { return ([], .seconds(3600), false) }
      let isPulse = state.rule.wait(at: now, isChanged: state.isChanged) == .zero
      if isPulse {
        state.rule.begin(at: now)
        state.isChanged = false
        state.viewers.beginPulse()
      }
      var keys: [ViewKey] = []
      while let key = state.viewers.nextToRender() { keys.append(key) }
      return (keys, state.rule.wait(at: now, isChanged: state.isChanged), isPulse)
    }
    if isPulse { armed.signal() }
    return (keys, wait)
  }

  private func render(_ key: ViewKey) async {
    let began = ContinuousClock.now
    let rendering = await renderer.rendering(of: key.view(at: clock.now), in: key.section)
    let cost = began.duration(to: .now)
    let waiting = state.withLock { state in
      state.rule.add(cost)
      return state.viewers.rendered(key, rendering).compactMap { state.signals[$0]?.news }
    }
    for news in waiting { news.signal() }
    work.signal()
  }

  /// Marks a change after each change of the ring. Between two pulses one is enough.
  private func watch(_ ring: EventRing) async {
    var seen = ring.lastSequence
    while !Task.isCancelled {
      guard await armed.wait(upTo: .seconds(3600)) else { continue }
      let last = await ring.waitForChange(after: seen)
      guard !Task.isCancelled else { return }
      seen = last
      changed()
    }
  }
}
