/// The limits of a server on its clients and its handler. Times are in seconds.
package struct ServerLimits: Sendable, Hashable {
  /// The largest sum of a request's target and its header lines, in bytes.
  package var headerBytes: Int
  package var headerLines: Int
  /// The time for a client to send its request line and headers.
  package var headerTimeout: Double
  /// The time for a client to send a short body, or between two chunks of a long one.
  package var bodyTimeout: Double
  /// The least rate of a long body whose exchange has no limit on its time, in bytes per second: slower bytes use up
  /// ``bodyTimeout``.
  package var bodyRate: Int
  /// The most open connections. One network may have half of them.
  package var connections: Int
  /// The time after which an unused connection is closed.
  package var keepAliveTimeout: Double
  /// The time for the handler to begin its response.
  package var idleTimeout: Double
  /// The time for a whole exchange.
  package var wallClock: Double
  /// The time after which a tunnel is closed through which no bytes have passed, in either direction.
  package var tunnelIdleTimeout: Double
  /// The time that a stopping server waits for a request on its way, and for further bytes in a tunnel.
  package var lastRequestTimeout: Double
  /// The time after which a client that has ended its output, and waits for its response, is probed.
  ///
  /// TCP does not tell whether a client that ends its output has left, or only has no more requests (a half-closed
  /// connection). A client with an incomplete request counts as gone. A client with complete requests is answered, and
  /// the connection closes after the last response. If that response takes longer than this time, the server sends one
  /// interim `100 Continue`, which a client discards (RFC 9110, section 15.2.1). The system of a client that has left
  /// answers it with a reset, and the handler is cancelled. HTTP/1.0 has no interim responses: there, and while a
  /// response is streamed, the reset comes with the next bytes of the response.
  package var halfCloseProbe: Double

  package init(
    headerBytes: Int, headerLines: Int, headerTimeout: Double, bodyTimeout: Double, bodyRate: Int,
    connections: Int, keepAliveTimeout: Double, idleTimeout: Double, wallClock: Double, tunnelIdleTimeout: Double,
    lastRequestTimeout: Double, halfCloseProbe: Double
  ) {
    self.headerBytes = headerBytes
    self.headerLines = headerLines
    self.headerTimeout = headerTimeout
    self.bodyTimeout = bodyTimeout
    self.bodyRate = bodyRate
    self.connections = connections
    self.keepAliveTimeout = keepAliveTimeout
    self.idleTimeout = idleTimeout
    self.wallClock = wallClock
    self.tunnelIdleTimeout = tunnelIdleTimeout
    self.lastRequestTimeout = lastRequestTimeout
    self.halfCloseProbe = halfCloseProbe
  }
}
