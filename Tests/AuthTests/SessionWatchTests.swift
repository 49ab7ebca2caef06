import Auth
import Database
import Edge
import Foundation
import Logging
import Testing

@Suite(.timeLimit(.minutes(10))) struct SessionWatchTests {
  /// Notifications of which none arrives.
  private struct LostNotifications: DatabaseNotifications {
    func listen(to channel: String) -> AsyncStream<Void> { AsyncStream { _ in } }
    func notify(_ channel: String) async throws {}
  }

  @Test func aSessionThatEndedOnAnotherHostIsReadAfterAPause() async throws {
    try await withDatabase { (database, http) async throws in
      let clock = TestClock()
      let one = try await SignInHost(on: database, clock: clock, http: http)
      let other = try await SignInHost(on: database, clock: clock, http: http)
      let session = try await one.signUp()
      #expect(try await one.send(.post, "/auth/v1/logout", token: session.access).status == 204)
      #expect(try await other.call(session.access) == 200)
      let (pauses, begin) = AsyncStream<Void>.makeStream()
      let (ends, end) = AsyncStream<Void>.makeStream()
      let watch = SessionWatch(
        other.sessions, LostNotifications(), clock: clock.wall,
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        pause: {
          begin.yield()
          for await _ in ends { return }
          throw CancellationError()
        })
      let running = Task { try await watch.run() }
      var begun = pauses.makeAsyncIterator()
      _ = await begun.next()
      end.yield()
      // The next pause begins after the reading.
      _ = await begun.next()
      #expect(try await other.call(session.access) == 401)
      running.cancel()
      try await running.value
    }
  }
}
