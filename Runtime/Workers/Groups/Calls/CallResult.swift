import Channel
import Edge
import NIOCore

/// The result of a call that its worker has answered.
enum CallResult: Sendable {
  /// The handler's response.
  case response(Response)
  /// The unique key of an input for the queue.
  case key(String?)

  /// Reads an answer.
  ///
  /// - Throws: the handler's error, as if it had run in this process.
  init(_ answer: CallAnswer, _ exchange: OutgoingExchange) throws {
    switch answer {
    case .response(let status, let fields, let body):
      self = .response(Response(status: status, headers: fields, body: ResponseBody(body, exchange)))
    case .functionError(let error): throw error
    case .admission(let reason): throw AdmissionError(reason: reason)
    case .jobError(let error): throw error
    case .databaseError(let error): throw error
    case .cancelled: throw CancellationError()
    case .failed(let type, let text): throw RemoteFault(type: type, description: text)
    case .key(let key): self = .key(key)
    }
  }

  /// The response; an empty one for a key.
  var response: Response {
    switch self {
    case .response(let response): response
    case .key: .noContent
    }
  }
}

extension ResponseBody {
  /// The body of a worker's response. A stream is read from the exchange while it is sent.
  fileprivate init(_ body: MessageBody, _ exchange: OutgoingExchange) {
    switch body {
    case .none: self.init()
    case .whole(let bytes): self.init(bytes)
    case .stream(let length):
      let pieces = exchange.body
      let write: @Sendable (ResponseWriter) async throws -> Void = { writer in
        guard let pieces else { throw CancellationError() }
        while let piece = try await pieces.nextPiece() { try await writer.write(piece) }
      }
      if let length { self.init(length: length, stream: write) } else { self.init(stream: write) }
    }
  }
}
