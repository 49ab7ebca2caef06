import Channel
import Edge
import NIOCore

/// The end of a call's handler: its answer, and the stream that follows it.
struct CallOutcome: Sendable {
  let answer: CallAnswer
  /// Writes the response's body; nil for one that the answer has.
  let stream: (@Sendable (ResponseWriter) async throws -> Void)?

  init(_ response: Response) {
    func answer(_ body: MessageBody) -> CallAnswer {
      .response(status: response.status, fields: response.headers, body: body)
    }
    switch response.body.content {
    case .bytes(let bytes) where bytes.readableBytes == 0:
      self.answer = answer(.none)
      stream = nil
    case .bytes(let bytes) where bytes.readableBytes <= MessageBody.longestWhole:
      self.answer = answer(.whole(bytes))
      stream = nil
    case .bytes(let bytes):
      self.answer = answer(.stream(length: bytes.readableBytes))
      stream = { writer in try await writer.write(bytes) }
    case .stream(let write):
      self.answer = answer(.stream(length: response.body.length))
      stream = write
    }
  }

  /// The outcome without a stream.
  init(_ answer: CallAnswer) {
    self.answer = answer
    stream = nil
  }

  /// The answer's payload. An answer that no frame can carry becomes an error that says so.
  var payload: ByteBuffer {
    let payload = answer.payload
    guard payload.readableBytes > Frame.maximumPayload else { return payload }
    return CallAnswer.failed(
      type: "AnswerTooLong",
      text: "The head or the error of the answer has \(payload.readableBytes) bytes: at most \(Frame.maximumPayload)"
    ).payload
  }
}
