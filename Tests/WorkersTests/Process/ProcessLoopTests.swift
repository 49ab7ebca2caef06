import Testing

@testable import Workers

/// When the limits of workers are looked at.
@Suite struct ProcessLoopTests {
  /// The last worker ends while it has a call. The call of the next one asks for looks again.
  @Test func theWatchEndsWithTheLastWorker() throws {
    let loop = try ProcessLoop()
    loop.watch()
    #expect(loop.isWatching)
    let next = loop.lookAtClock(.now)
    #expect(next == nil)
    #expect(!loop.isWatching)
  }
}
