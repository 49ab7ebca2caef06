import Edge
import HTTPTypes

extension Response {
  /// A function's response, marked as its own failure if it is one, so that clients can tell it from the host's.
  consuming func marked() -> Response {
    guard status.code >= 500, headers[.errorCode] == nil else { return self }
    headers.mark(errorCode: HostError.functionError.code)
    return self
  }
}
