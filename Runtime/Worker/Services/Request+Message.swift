import Channel
import HTTPCalls
import NIOCore

extension HTTPClient.Request {
  /// The form in which the body travels: within the message if it is short and known.
  var messageBody: MessageBody {
    if let streamedBody { return .stream(length: streamedBody.length) }
    guard let body else { return .none }
    return body.readableBytes <= MessageBody.longestWhole ? .whole(body) : .stream(length: body.readableBytes)
  }

  /// The error of a request whose body has no form in a message.
  var bodyFault: HTTPClientError? {
    if body != nil, streamedBody != nil {
      return HTTPClientError(.invalidRequest, "a request has a body and a streamed body")
    }
    if let length = streamedBody?.length, length < 0 {
      return HTTPClientError(.invalidRequest, "the body's length is negative")
    }
    return nil
  }

  /// The request with its times within those that a message can carry. The host's client bounds them further.
  var bounded: HTTPClient.Request {
    func bounded(_ time: Duration) -> Duration { min(max(time, .zero), .seconds(86_400 * 365)) }
    var request = self
    request.timeout = bounded(timeout)
    request.idleTimeout = bounded(idleTimeout)
    request.connectTimeout = bounded(connectTimeout)
    if var retry {
      retry.firstPause = bounded(retry.firstPause)
      retry.longestPause = bounded(retry.longestPause)
      retry.longestRetryAfter = bounded(retry.longestRetryAfter)
      request.retry = retry
    }
    return request
  }
}

extension MessageBody {
  /// Whether the body follows as a stream.
  var isStream: Bool { if case .stream = self { true } else { false } }
}
