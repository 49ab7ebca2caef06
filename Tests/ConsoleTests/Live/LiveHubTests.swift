import Edge
import Foundation
import HTTPTypes
import Logging
import NIOCore
import Synchronization
import Testing

@testable import Console

@Suite(.timeLimit(.minutes(10))) struct LiveHubTests {
  /// A page whose text the test sets, and that notes the paths of the views that are rendered.
  private final class NotingPage: Page {
    let section = Section.logs
    let state = Mutex((text: "first", rendered: Set<[String]>()))

    func content(of view: PageView) async throws -> PageContent {
      let text = state.withLock { state in
        state.rendered.insert(view.path)
        return state.text
      }
      return PageContent(title: "Logs", regions: [Region("steady", "<p>always</p>"), Region("text", "<p>\(text)</p>")])
    }
  }

  private let page = NotingPage()
  private let hub: LiveHub
  private let view = ViewKey(.logs, path: [], query: Form(), canAct: true)

  init() {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    hub = LiveHub(PageRenderer(pages: Pages([page]), logger: logger), ring: nil, clock: .system)
  }

  private static func session(_ id: String = UUID().uuidString) -> Session {
    Session(id: id, role: .operator, expiry: .distantFuture, formToken: "secret")
  }

  /// Runs a viewer, and passes what it writes.
  private func watch(_ viewer: Viewer) -> (events: AsyncStream<String>, task: Task<Void, any Error>) {
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let writer = ResponseWriter { continuation.yield(String(buffer: $0)) }
    let task = Task {
      defer { continuation.finish() }
      try await viewer.run(writer, token: "secret", isAdmitted: { true })
    }
    return (events, task)
  }

  @Test func twoViewersGetTheViewAndThenWhatChanges() async throws {
    let running = Task { await hub.run() }
    let viewers = [
      watch(try hub.join([view], of: Self.session(), lastEvent: nil)),
      watch(try hub.join([view], of: Self.session(), lastEvent: nil)),
    ]
    var ends: [AsyncStream<String>.Iterator] = viewers.map { $0.events.makeAsyncIterator() }
    for index in ends.indices {
      var first = await ends[index].next()
      while first?.hasPrefix("event: view") != true { first = await ends[index].next() }
      #expect(first?.contains(#"["steady","<p>always</p>"]"#) == true)
      #expect(first?.contains(#"["text","<p>first</p>"]"#) == true)
    }
    page.state.withLock { $0.text = "second" }
    hub.changed()
    for index in ends.indices {
      var next = await ends[index].next()
      while next?.hasPrefix("event: view") != true { next = await ends[index].next() }
      #expect(next?.contains("steady\",\"<p>") == false)
      #expect(next?.contains(#"["text","<p>second</p>"]"#) == true)
    }
    hub.close()
    for viewer in viewers { try await viewer.task.value }
    running.cancel()
    await running.value
  }

  @Test func aViewWhoseViewerHasLeftIsNotRendered() async throws {
    _ = try hub.join([ViewKey(.logs, path: ["left"], query: Form(), canAct: true)], of: Self.session(), lastEvent: nil)
    let viewer = watch(try hub.join([view], of: Self.session(), lastEvent: nil))
    hub.changed()
    let running = Task { await hub.run() }
    for await event in viewer.events where event.hasPrefix("event: view") { break }
    hub.close()
    try await viewer.task.value
    running.cancel()
    await running.value
    #expect(page.state.withLock(\.rendered) == [[]])
  }

  @Test func aReleasedViewerLeaves() throws {
    for _ in 0..<(2 * ViewersState.maximumViewers) { _ = try hub.join([view], of: Self.session(), lastEvent: nil) }
  }

  /// Runs a viewer whose browser reads nothing: no write returns before the task is cancelled.
  private func stall(_ viewer: Viewer, isAdmitted: @escaping @Sendable () -> Bool = { true }) async -> Task<
    Void, any Error
  > {
    let begun = WakeUp()
    let writer = ResponseWriter { _ in
      begun.signal()
      try await untilCancelled()
    }
    let task = Task { try await viewer.run(writer, token: "secret", isAdmitted: isAdmitted) }
    _ = await begun.wait(upTo: .seconds(3600))
    return task
  }

  @Test func theEndOfTheHostEndsAViewerThatReadsNothing() async throws {
    let viewer = await stall(try hub.join([view], of: Self.session(), lastEvent: nil))
    hub.close()
    _ = await viewer.result
  }

  @Test func theEndOfASessionEndsItsViewersThatReadNothing() async throws {
    let isAdmitted = Atomic(true)
    let session = Self.session()
    var viewers: [Task<Void, any Error>] = []
    for _ in 0..<ViewersState.maximumOfSession {
      viewers.append(
        await stall(try hub.join([view], of: session, lastEvent: nil)) { isAdmitted.load(ordering: .relaxed) })
    }
    #expect(throws: ViewersState.Refusal.tooManyOfSession) {
      _ = try hub.join([view], of: session, lastEvent: nil)
    }
    isAdmitted.store(false, ordering: .relaxed)
    while let viewer = viewers.popLast() { _ = await viewer.result }
    // Each of them has left.
    _ = try hub.join([view], of: session, lastEvent: nil)
  }

  @Test func theEventOfStillnessNamesTheRenderedViews() {
    let update = ViewUpdate(view: view, title: "Logs", order: [], changed: [], failure: "away")
    let news = ViewerNews(updates: [update], event: "a.1", rendered: [view])
    #expect(news.still == "event: still\ndata: {\"views\":[\"/console/logs\"]}\n\n")
    #expect(news.changes(token: "secret").hasPrefix("event: view\nid: a.1\ndata: {\"view\":\"/console/logs\""))
    let none = ViewerNews(updates: [], event: "a.1", rendered: [])
    #expect(none.still.isEmpty && none.changes(token: "secret").isEmpty)
  }

  @Test func anUnreadableNameDoesNotRefuseTheOthers() async throws {
    let fixture = try SessionFixture()
    let events = LiveEvents(fixture.gate, hub)
    let cookie = try fixture.cookie()
    let long = "view=/console/logs?q%3D" + String(repeating: "a", count: ViewKey.limit)
    for (query, status) in [(long, 400), ("\(long)&view=/console/logs", 200), ("", 400)] {
      let response = await events.respond(to: fixture.request(.get, "/console/events", query: query, cookie: cookie))
      #expect(response.status.code == status, "\(query.suffix(40))")
    }
  }

  @Test func aFormGetsTheTokenOfItsSession() {
    let region = RenderedRegion(Region("form", "<input value=\"\(HTML.sessionToken)\">"))
    let update = ViewUpdate(view: view, title: "Logs", order: ["form"], changed: [region], failure: nil)
    #expect(update.json(token: "secret").contains(#"<input value=\"secret\">"#))
  }
}
