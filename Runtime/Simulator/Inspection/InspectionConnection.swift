import FoundationEssentials
import Loop

/// One connection for `/_simulator` over plain HTTP/1.1, for browsers and curl.
final class InspectionConnection: ServerConnection {
  private let socket: ConnectedSocket
  private let inspector: Inspector
  private var parser = InspectionParser()
  /// Whether the last response is sent and further input is discarded.
  private var isOver = false

  init(_ socket: ConnectedSocket, inspector: Inspector) {
    self.socket = socket
    self.inspector = inspector
  }

  var isOpen: Bool { socket.isOpen }
  var due: ContinuousClock.Instant? { nil }

  func lookAtClock(_ now: ContinuousClock.Instant) {}

  func close() { socket.close() }

  func isReady(_ events: DescriptorEvents, buffer: UnsafeMutableRawBufferPointer) {
    if events.contains(.output) {
      socket.flush()
      if isOpen { answerAll() }
    }
    guard !socket.isFull || !events.isDisjoint(with: .broken) else { return }
    switch unsafe socket.read(into: buffer) {
    case .nothing: break
    case .end: close()
    case .bytes(let count):
      guard !isOver else { return }
      unsafe parser.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      answerAll()
    }
  }

  /// Answers the complete requests, as long as the client reads the responses.
  private func answerAll() {
    do throws(InspectionParser.Failure) {
      while !isOver, !socket.isFull, let request = try parser.next() {
        respond(answer(request), to: request.method, keepsAlive: request.keepsAlive, isVersion1_1: request.isVersion1_1)
      }
    } catch {
      let answer =
        switch error {
        case .malformed: Inspector.error(400, "The request is malformed")
        case .headTooLarge: Inspector.error(431, "The head is larger than \(InspectionParser.headLimit) bytes")
        case .lengthRequired: Inspector.error(411, "Send the body with Content-Length, not with Transfer-Encoding")
        }
      respond(answer, to: "GET", keepsAlive: false, isVersion1_1: true)
    }
  }

  private func answer(_ request: InspectionRequest) -> Answer {
    guard Self.isLocal(request) else {
      return Inspector.error(403, "Only pages and tools of this machine may use this")
    }
    guard !request.isTooLarge else {
      return Inspector.error(413, "The body is larger than \(InspectionParser.bodyLimit) bytes")
    }
    guard Inspector.isMine(request.target) else {
      return Inspector.error(404, "Only /_simulator is served without TLS")
    }
    return inspector.answer(method: request.method, target: request.target, body: request.body)
  }

  /// Whether a request comes from tools and pages of this machine. Otherwise a foreign page in the browser could read
  /// notifications through a DNS name that resolves to loopback, or play faults.
  private static func isLocal(_ request: InspectionRequest) -> Bool {
    let origins = request.values("origin").map { URL(string: $0)?.host() }
    let hosts = request.values("host").map { URL(string: "http://\($0)")?.host() }
    return (origins + hosts).allSatisfy { ["127.0.0.1", "localhost", "::1"].contains($0) }
  }

  private func respond(_ answer: Answer, to method: String, keepsAlive: Bool, isVersion1_1: Bool) {
    var head = "HTTP/1.\(isVersion1_1 ? 1 : 0) \(answer.status) \(Self.reason(answer.status))\r\n"
    if let body = answer.body {
      head += "content-type: \(answer.contentType)\r\ncontent-length: \(body.utf8.count)\r\n"
    }
    if !keepsAlive { head += "connection: close\r\n" }
    let body = method == "HEAD" ? "" : answer.body ?? ""
    socket.write(Array((head + "\r\n" + body).utf8))
    if !keepsAlive {
      isOver = true
      socket.endOutput()
    }
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 411: "Length Required"
    case 413: "Payload Too Large"
    case 431: "Request Header Fields Too Large"
    default: ""
    }
  }
}
