/// An event that a test waits for.
final class Event: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }
  func happen() { continuation.yield() }
  func wait() async { for await _ in stream { return } }
}
