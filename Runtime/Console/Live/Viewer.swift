import Edge
import Synchronization

/// A stream of events to a browser. The viewer leaves the hub when this is released.
final class Viewer: Sendable {
  /// The signals of the hub to a viewer.
  struct Signals: Sendable {
    /// There may be something to send.
    let news = WakeUp()
    /// The host stops.
    let end = WakeUp()
  }

  private let signals: Signals
  private let take: @Sendable () -> ViewerNews?
  private let leave: @Sendable () -> Void
  /// When the write that is not done yet began; nil without one.
  private let writing = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameters:
  ///   - take: returns what has not been sent yet; nil if the viewer is to end.
  ///   - leave: is called when this is released.
  init(
    _ signals: Signals, take: @escaping @Sendable () -> ViewerNews?, leave: @escaping @Sendable () -> Void
  ) {
    self.signals = signals
    self.take = take
    self.leave = leave
  }

  deinit { leave() }

  /// The time in which a browser has to read what was sent.
  private static let patience = Duration.seconds(10)
  /// The time between two looks at the session.
  private static let interval = Duration.seconds(1)
  /// The time that a stream has for its last bytes when the host stops.
  private static let grace = Duration.milliseconds(200)

  /// Sends updates until the browser leaves or does not read, the session ends or the host stops.
  ///
  /// - Parameter isAdmitted: whether the session still holds. It is asked each second.
  func run(_ writer: ResponseWriter, token: String, isAdmitted: @escaping @Sendable () -> Bool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.send(writer, token: token) }
      group.addTask { await self.waitForEnd(isAdmitted) }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func send(_ writer: ResponseWriter, token: String) async throws {
    try await write("retry: 2000\n\n", writer)
    let start = ContinuousClock.now
    var output = ViewerOutput()
    while true {
      let isWoken = await signals.news.wait(upTo: output.wait(at: start.duration(to: .now)))
      try Task.checkCancellation()
      guard let news = take() else { return }
      let text = output.text(
        changes: news.changes(token: token), still: news.still, isWoken: isWoken, at: start.duration(to: .now))
      if let text { try await write(text, writer) }
    }
  }

  private func write(_ text: String, _ writer: ResponseWriter) async throws {
    writing.withLock { $0 = .now }
    try await writer.write(text)
    writing.withLock { $0 = nil }
  }

  /// Returns when the stream is to be broken off: its session has ended, its browser does not read, or the host stops.
  private func waitForEnd(_ isAdmitted: @Sendable () -> Bool) async {
    while !Task.isCancelled {
      if await signals.end.wait(upTo: Self.interval) {
        // A browser that reads gets the end of the stream in this time.
        try? await Task.sleep(for: Self.grace)
        return
      }
      let isStuck = writing.withLock { $0.map { $0.duration(to: .now) > Self.patience } ?? false }
      guard !isStuck, isAdmitted() else { return }
    }
  }
}
