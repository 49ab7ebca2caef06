import HTTPCalls

// The reasons for which a transfer ends itself.
extension Transfer {
  /// The error of a request that is not sent again, because a part of it had left.
  var connectionLost: HTTPClientError {
    HTTPClientError(
      .connectionClosed, "\(host): the connection ended before the response; the request may have been acted on")
  }

  var addressRefused: HTTPClientError {
    HTTPClientError(
      .notAllowed,
      "\(host): its address is not public, and allow_hosts does not name it, or the path is a control of the own host")
  }

  var timedOut: HTTPClientError {
    let milliseconds = EasyHandle.milliseconds(hasReturned ? request.idleTimeout : request.timeout)
    let reason = isStreamed ? "no progress for" : "no response within"
    return HTTPClientError(.timedOut, "\(host): \(reason) \(milliseconds) milliseconds")
  }

  var headTooLarge: HTTPClientError {
    HTTPClientError(
      .responseTooLarge, "\(host): the response has more than \(ResponseHead.maximumSize) bytes of headers")
  }

  var bodyTooLarge: HTTPClientError {
    HTTPClientError(.responseTooLarge, "\(host): the response has more than \(request.maximumResponseSize) bytes")
  }

  var unwantedSwitch: HTTPClientError {
    HTTPClientError(.protocolError, "\(host): a switch to another protocol that was not asked for")
  }

  var malformedHead: HTTPClientError {
    HTTPClientError(.protocolError, "\(host): a line of the response's head is no field")
  }

  var ambiguousLength: HTTPClientError {
    HTTPClientError(.protocolError, "\(host): the length of the response's body is ambiguous")
  }
}
