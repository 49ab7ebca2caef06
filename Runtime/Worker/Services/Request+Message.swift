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
}

extension MessageBody {
  /// Whether the body follows as a stream.
  var isStream: Bool { if case .stream = self { true } else { false } }
}
