import Channel
import NIOCore

extension IncomingExchange {
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
