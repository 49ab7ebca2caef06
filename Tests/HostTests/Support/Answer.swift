import Edge
import NIOCore
import Synchronization

/// A response that has come whole.
struct Answer: Sendable {
  var status: Int
  var headers: HTTPFields
  var body: String

  /// Collects a response, its streamed body too.
  init(_ response: Response) async throws {
    status = response.status.code
    headers = response.headers
    switch response.body.content {
    case .bytes(let bytes): body = String(buffer: bytes)
    case .stream(let write):
      let collected = Mutex(ByteBuffer())
      try await write(ResponseWriter { chunk in collected.withLock { _ = $0.writeImmutableBuffer(chunk) } })
      body = String(buffer: collected.withLock { $0 })
    }
  }

  init(status: Int, headers: HTTPFields, body: String) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  subscript(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  /// `401 UNAUTHORIZED_LEGACY_JWT`: the status and the code that the host's header names.
  var verdict: String { "\(status) \(self["sb-error-code"] ?? "-")" }
}
