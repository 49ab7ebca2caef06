package import Edge
package import FoundationEssentials

/// A request to a ``PathHandler``.
package struct PathRequest: Sendable {
  /// The request. Its path is the whole path, still encoded: `/auth/v1/token`.
  package let request: Request
  /// The head as it was received, with the peer's address.
  package let head: IncomingRequest
  /// The client's address behind the trusted proxies; nil on the host's own Unix socket.
  package let client: String?
  /// The value of `sb-request-id`.
  package let id: InvocationID
  package let date: Date
  package let trace: TraceContext?
  /// The reason why no function answers a request to a table that functions serve; nil for all other requests.
  package var tableRefusal: TableRefusal?
}
