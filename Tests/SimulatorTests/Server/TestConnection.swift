import Foundation

@testable import Simulator

/// A client's connection: HTTP/2 over TLS over a socket. It collects events until they are taken.
final class TestConnection {
  enum Happening {
    case status(Int, stream: Int)
    case body(String, stream: Int)
    /// A response is complete.
    case end(stream: Int)
    case reset(Fault.ResetCode?, stream: Int)
    /// The debug data of a GOAWAY.
    case goAwayData(String)
    case event(TestClient.Event)
    case failed(String)
    case closed
  }

  private let socket: TestSocket
  private let tls: TestTLS
  private let http: TestHTTP2
  private var happenings: [Happening] = []
  private(set) var isOpen = true

  init(_ socket: TestSocket, caFile: String) throws {
    self.socket = socket
    tls = try TestTLS(caFile: caFile)
    http = try TestHTTP2()
  }

  /// Removes and returns the events since the last call.
  func take() -> [Happening] {
    defer { happenings = [] }
    return happenings
  }

  func start() { receive([], isStart: true) }

  func request(_ fields: [HTTP2Field], body: String?, ends: Bool) {
    http.request(fields, body: body, ends: ends)
    flush()
  }

  func write(_ body: String, on stream: Int, ends: Bool) {
    http.write(body, on: stream, ends: ends)
    flush()
  }

  /// Writes raw frames, without nghttp2.
  func write(_ bytes: [UInt8]) {
    flush()
    tls.write(bytes)
    flush()
  }

  func reset(_ stream: Int) {
    http.reset(stream)
    flush()
  }

  /// Processes bytes of the socket; none mean its end.
  func receive(_ bytes: [UInt8], isStart: Bool = false) {
    guard isOpen else { return }
    guard !bytes.isEmpty || isStart else { return end("the connection ended without a close_notify") }
    tls.receive(bytes)
    switch tls.read() {
    case .bytes(let plain):
      http.receive(plain)
      flush()
    case .end(let plain):
      http.receive(plain)
      flush()
      close()
    case .failed(let error): end(error)
    }
  }

  func end(_ error: any Error) { end("\(error)") }

  private func end(_ error: String) {
    guard isOpen else { return }
    happenings.append(.failed(error))
    close()
  }

  private func close() {
    isOpen = false
    happenings.append(.closed)
    socket.shutDown()
  }

  private func flush() {
    if tls.isEstablished { tls.write(http.output()) }
    happenings += http.take()
    socket.write(tls.takeOutput())
  }
}
