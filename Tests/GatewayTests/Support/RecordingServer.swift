import Foundation
import Synchronization

/// A server that records each request as it was received, and answers as a closure does.
final class RecordingServer: Sendable {
  struct Call: Sendable, Hashable {
    /// The request line and the field lines, without the empty line.
    let head: [String]
    /// The body without its framing.
    let body: [UInt8]

    var line: String { head.first ?? "" }
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a field.
    subscript(_ name: String) -> [String] {
      head.dropFirst().compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        return parts[0].lowercased() == name ? String(parts[1].drop { $0 == " " }) : nil
      }
    }
  }

  /// Answers a request on its connection; returns whether the connection stays open.
  typealias Answer = @Sendable (BlockingSocket, Call) -> Bool

  private let listener: Int32
  private let recorded = Mutex<[Call]>([])
  private let answer: Answer
  private let onChunk: @Sendable () -> Void
  let port: Int

  var url: String { "http://127.0.0.1:\(port)" }
  var calls: [Call] { recorded.withLock { $0 } }

  /// - Parameter onChunk: called with each chunk of a chunked body.
  init(onChunk: @escaping @Sendable () -> Void = {}, _ answer: @escaping Answer) throws {
    self.answer = answer
    self.onChunk = onChunk
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in.loopback(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = unsafe withUnsafeMutablePointer(to: &address) { [listener] pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(in_port_t(bigEndian: address.sin_port))
    Thread.detachNewThread { [listener, weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        let socket = BlockingSocket(descriptor: connection)
        Thread.detachNewThread { [weak self] in self?.serve(socket) }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve(_ socket: BlockingSocket) {
    while let call = receive(socket) {
      recorded.withLock { $0.append(call) }
      guard answer(socket, call) else { return }
    }
  }

  /// Reads a request; nil at the end of the connection.
  private func receive(_ socket: BlockingSocket) -> Call? {
    let text = socket.read(through: "\r\n\r\n")
    guard text.hasSuffix("\r\n\r\n") else { return nil }
    let head = text.split(separator: "\r\n").map(String.init)
    let call = Call(head: head, body: [])
    var body: [UInt8] = []
    if call["transfer-encoding"] == ["chunked"] {
      while true {
        // The end of a line is one character of a string.
        let size = Int(socket.read(through: "\r\n").dropLast(), radix: 16) ?? 0
        let chunk = socket.read(count: size + 2)
        if size == 0 || chunk.count < size + 2 { break }
        body += chunk.dropLast(2)
        onChunk()
      }
    } else if let length = call["content-length"].first.flatMap({ Int($0) }) {
      body = socket.read(count: length)
    }
    return Call(head: head, body: body)
  }
}
