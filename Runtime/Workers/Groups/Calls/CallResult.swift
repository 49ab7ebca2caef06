import Channel
import Edge
import NIOCore

/// The result of a call that its worker has answered.
enum CallResult: Sendable {
  /// The longest body, in bytes, that the host collects.
  private static let longestWhole = 1 << 20
  /// The longest JSON of a function, in bytes, that is collected, so that its call keeps no place while the client
  /// reads.
  private static let longestJSON = 8 << 20
  /// The longest JSON of a table or a procedure, in bytes, that is collected: the host may have to read its rows.
  private static let longestRows = 64 << 20

  /// The handler's response.
  case response(Response)
  /// The unique key of an input for the queue.
  case key(String?)

  /// Reads an answer.
  ///
  /// - Throws: the handler's error, as if it had run in this process.
  nonisolated(nonsending) init(
    _ answer: CallAnswer, _ exchange: OutgoingExchange, of call: RunningCall
  ) async throws {
    switch answer {
    case .response(let status, let fields, let body):
      let isJSON = fields[.contentType] == "application/json"
      let most = !isJSON ? Self.longestWhole : call.target.answersRows ? Self.longestRows : Self.longestJSON
      let body = try await ResponseBody(body, exchange, collecting: most, for: call)
      self = .response(Response(status: status, headers: fields, body: body))
    case .functionError(let error): throw error
    case .admission(let reason): throw AdmissionError(reason: reason)
    case .jobError(let error): throw error
    case .databaseError(let error): throw error
    case .cancelled: throw CancellationError()
    case .failed(let type, let text): throw RemoteError(type: type, text: text)
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

extension CallTarget {
  /// Whether its JSON may be the rows of a response.
  fileprivate var answersRows: Bool {
    switch self {
    case .route, .procedure: true
    case .function, .job, .seed, .queueKey: false
    }
  }
}

extension ResponseBody {
  /// The body of a worker's response. A stream is read from the exchange while it is sent, unless it is short.
  ///
  /// - Throws: ``WorkerFailure`` if the worker ends while its body is collected.
  fileprivate nonisolated(nonsending) init(
    _ body: MessageBody, _ exchange: OutgoingExchange, collecting limit: Int, for call: RunningCall
  ) async throws {
    switch body {
    case .none: self.init()
    case .whole(let bytes): self.init(bytes)
    case .stream(let length):
      let pieces = exchange.body
      if let length, length <= limit, let pieces {
        self.init(try await Self.collect(pieces, length, for: call))
        return
      }
      let write: @Sendable (ResponseWriter) async throws -> Void = { writer in
        guard let pieces else { throw CancellationError() }
        while let piece = try await call.nextPiece(of: pieces) { try await writer.write(piece) }
      }
      if let length { self.init(length: length, stream: write) } else { self.init(stream: write) }
    }
  }

  private nonisolated(nonsending) static func collect(
    _ pieces: ExchangeBody, _ length: Int, for call: RunningCall
  ) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    do {
      while var piece = try await call.nextPiece(of: pieces) {
        guard piece.readableBytes <= length - whole.readableBytes else {
          throw RemoteError(type: "BrokenBody", text: "The body has more than its declared \(length) bytes")
        }
        whole.writeBuffer(&piece)
      }
    } catch let failed as ExchangeFailed {
      throw RemoteError(type: "BrokenBody", text: failed.reason)
    }
    return whole
  }
}

extension RunningCall {
  /// Reads the next piece of its answer's body; nil at the end.
  ///
  /// - Throws: the ``WorkerFailure`` of a call whose worker has ended before the body's end.
  fileprivate func nextPiece(of body: ExchangeBody) async throws -> ByteBuffer? {
    do {
      return try await body.nextPiece()
    } catch is ChannelClosed {
      // The worker's end decides the failure, as it does for a call without an answer.
      _ = try await assignment()
      throw WorkerFailure.died
    }
  }
}
