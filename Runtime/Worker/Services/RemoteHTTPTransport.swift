import Channel
import Edge
package import HTTPCalls
import NIOCore

/// Sends the requests of a call in a worker by the host's client, which checks them, follows redirects and retries.
package struct RemoteHTTPTransport: HTTPTransport {
  private let call: CallServices

  package init(_ call: CallServices) { self.call = call }

  package func exchange(
    _ request: HTTPClient.Request, isStreamed: Bool
  ) async throws -> HTTPClient.StreamedResponse {
    if let error = request.bodyFault { throw error }
    let body = request.messageBody
    let message = HTTPCall(request, body: body, isStreamed: request.streamedBody != nil)
    let operation = try await call.open(isStreamed ? .httpStream(message) : .httpSend(message), hasBody: body.isStream)
    let upload = body.isStream ? RemoteUpload(of: request, to: operation) : nil
    do {
      let answer = try await operation.answer(for: HTTPAnswer.self)
      return HTTPClient.StreamedResponse(
        url: answer.url, status: answer.status, version: answer.version, headers: answer.headers,
        body: received(answer, operation, upload))
    } catch {
      throw upload?.failure ?? Self.error(error)
    }
  }

  private func received(
    _ answer: HTTPAnswer, _ operation: RemoteOperation, _ upload: RemoteUpload?
  ) -> HTTPClient.ResponseBody {
    switch answer.body {
    case .none: return HTTPClient.ResponseBody(ByteBuffer())
    case .whole(let bytes): return HTTPClient.ResponseBody(bytes)
    case .stream:
      let next = operation.body()
      return HTTPClient.ResponseBody {
        do { return try await next() } catch { throw upload?.failure ?? Self.error(error) }
      }
    }
  }

  /// The error that the author of a request expects.
  private static func error(_ error: any Error) -> any Error {
    guard error is ChannelClosed || error is ExchangeUnanswered || error is ExchangeFailed else { return error }
    return HTTPClientError(.connectionClosed, "the host has ended the call")
  }

  /// Does nothing: the connections are the host's.
  package func shutdown() async {}
}
