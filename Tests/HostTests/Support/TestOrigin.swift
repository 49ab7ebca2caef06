import Foundation
import Synchronization

/// An HTTP server on loopback that a host calls. It counts its requests, and responds with the results of a closure; a
/// nil result leaves the request without a response.
final class TestOrigin: Sendable {
  struct Call: Sendable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: String
  }

  private struct State {
    var calls: [Call] = []
    var answer: @Sendable (Call) -> (status: Int, body: String)?
    /// Whether the listener's number may belong to another file.
    var isStopped = false
  }

  private let state: Mutex<State>
  private let listener: Int32
  let port: Int

  fileprivate init(_ answer: @escaping @Sendable (Call) -> (status: Int, body: String)?) throws {
    state = Mutex(State(answer: answer))
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { [listener] pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) == 0 && listen(listener, 512) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(in_port_t(bigEndian: address.sin_port))
  }

  var calls: [Call] { state.withLock { $0.calls } }
  var url: String { "http://127.0.0.1:\(port)" }

  func answer(_ answer: @escaping @Sendable (Call) -> (status: Int, body: String)?) {
    state.withLock { $0.answer = answer }
  }

  /// Serves each connection on a thread of its own, until ``stop()``.
  fileprivate func start() {
    Thread.detachNewThread { [self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { [self] in
          serve(connection)
          close(connection)
        }
      }
      state.withLock { $0.isStopped = true }
      close(listener)
    }
  }

  /// Accepts no more connections; the accepting thread wakes and ends.
  func stop() {
    state.withLock { state in
      if !state.isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
      state.isStopped = true
    }
  }

  /// Answers one request, and returns; one that is not answered keeps the connection until the client leaves.
  private func serve(_ connection: Int32) {
    var received = ""
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while case let count = unsafe recv(connection, &bytes, bytes.count, 0), count > 0 {
      received += String(decoding: bytes.prefix(count), as: UTF8.self)
      guard let call = Self.call(received) else { continue }
      received = ""
      guard let answer = take(call) else { continue }
      let head = "HTTP/1.1 \(answer.status) -\r\ncontent-type: application/json\r\nconnection: close\r\n"
      let text = Array("\(head)content-length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)".utf8)
      _ = unsafe send(connection, text, text.count, Int32(MSG_NOSIGNAL))
      return
    }
  }

  /// Reads a request that has come whole; nil otherwise.
  private static func call(_ text: String) -> Call? {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let lines = text[..<end.lowerBound].split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    let fields = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return (parts[0].lowercased(), parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
    }
    let headers = Dictionary(fields) { $1 }
    let body = text[end.upperBound...]
    guard words.count == 3, body.utf8.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    return Call(method: String(words[0]), path: String(words[1]), headers: headers, body: String(body))
  }

  private func take(_ call: Call) -> (status: Int, body: String)? {
    let answer = state.withLock { state in
      state.calls.append(call)
      return state.answer
    }
    return answer(call)
  }
}

/// Runs a test with a server that the host under test calls.
func withOrigin(
  _ answer: @escaping @Sendable (TestOrigin.Call) -> (status: Int, body: String)?,
  _ test: (TestOrigin) async throws -> Void
) async throws {
  let origin = try TestOrigin(answer)
  origin.start()
  defer { origin.stop() }
  try await test(origin)
}
