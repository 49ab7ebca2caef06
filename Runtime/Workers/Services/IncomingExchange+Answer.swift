import Channel
import NIOCore

extension IncomingExchange {
  /// Answers with an operation's value, and ends the exchange.
  func answer(with value: some Message) async {
    let payload = OperationAnswer.value(value).payload
    guard payload.readableBytes > LongPayload.threshold else { return answer(payload, isDone: true) }
    await answer(long: payload)
  }

  /// Answers with a long payload, and ends the exchange. The payload follows an empty one as the answer's stream.
  func answer(long payload: ByteBuffer) async {
    answer(ByteBuffer(), hasBody: true)
    do {
      try await write(payload)
      end()
    } catch {
      fail("The answer was not taken")
    }
    done()
  }

  /// Answers that an operation failed, and ends the exchange.
  func fail(with error: any Error) {
    let payload = OperationAnswer<Nothing>.failed(WireError(error)).payload
    guard payload.readableBytes <= LongPayload.threshold else {
      return fail(with: RemoteError(type: "\(type(of: error))", text: "The error is too long"))
    }
    answer(payload, isDone: true)
  }

  /// Sends the answer's stream and ends the exchange. The error of a body that breaks off goes to the worker whole.
  func send(_ body: some AsyncSequence<ByteBuffer, any Error>) async {
    do {
      for try await chunk in body { try await write(chunk) }
      end()
    } catch {
      fail(WireError(error).reason)
    }
    done()
  }
}
