import Foundation
import Logging
import Synchronization
import Testing

@testable import Console

@Suite struct PageRendererTests {
  /// A page that waits until it is cancelled.
  private final class Endless: Page {
    let section = Section.queue
    let isCancelled = Mutex(false)

    func content(of view: PageView) async throws -> PageContent {
      do {
        try await untilCancelled()
      } catch {
        isCancelled.withLock { $0 = true }
        throw error
      }
      return PageContent(title: "never", regions: [])
    }
  }

  @Test func aPageThatTakesTooLongIsCancelledAndSaysSo() async throws {
    let page = Endless()
    let renderer = PageRenderer(
      pages: Pages([page]), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, timeLimit: .milliseconds(1)
    )
    let view = PageView(path: [], query: Form(), canAct: true, now: Date())
    let error = await #expect(throws: PageError.self) { try await renderer.content(of: view, in: .queue) }
    guard case .unavailable(let reason) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(reason.contains("took longer than"))
    #expect(page.isCancelled.withLock { $0 })
    guard case .failure(let text) = await renderer.rendering(of: view, in: .queue) else {
      Issue.record("it was rendered")
      return
    }
    #expect(text.contains("took longer than"))
  }
}
