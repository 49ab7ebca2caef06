import Curl
import Foundation
import HTTPCalls
import Testing

/// Runs a test with a server and a client, and stops both after it.
func withServer(
  _ script: @escaping TestServer.Script, _ test: (TestServer, HTTPClient) async throws -> Void
) async throws {
  let server = try TestServer(script)
  let client = HTTPClient()
  let result: Result<Void, any Error>
  do { result = .success(try await test(server, client)) } catch { result = .failure(error) }
  await client.shutdown()
  server.stop()
  try result.get()
}

/// The error a request ends with; a response is a failure of the test.
func failure<Result>(of send: () async throws -> Result) async throws -> HTTPClientError {
  try #require(await #expect(throws: HTTPClientError.self) { _ = try await send() })
}

/// Expects a request to end with a certain kind of error.
func expectFailure<Result>(
  _ code: HTTPClientError.Code, at location: SourceLocation = #_sourceLocation,
  _ send: () async throws -> Result
) async throws {
  let error = try await failure(of: send)
  #expect(error.code == code, "\(error)", sourceLocation: location)
}

/// Something that happens on a server's thread and that a test waits for, in order.
struct Events<Element: Sendable>: Sendable {
  private let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation

  init(of type: Element.Type = Element.self) {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send(_ element: Element) {
    continuation.yield(element)
  }

  func next() async throws -> Element {
    var iterator = stream.makeAsyncIterator()
    return try #require(await iterator.next())
  }
}

/// What a server's thread waits for: each opening lets one wait pass.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }
  func open() { semaphore.signal() }
}

/// Waits until its task is cancelled.
///
/// - Throws: `CancellationError`.
func untilCancelled() async throws {
  let (never, continuation) = AsyncStream<Void>.makeStream()
  for await _ in never {}
  withExtendedLifetime(continuation) {}
  try Task.checkCancellation()
}

/// A folder that is gone after the test.
func withFolder(_ test: (URL) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "curl-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try await test(folder)
}
