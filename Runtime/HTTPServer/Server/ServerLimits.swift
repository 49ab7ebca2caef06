/// What a server takes from a client, and for how long. Times are in seconds.
package struct ServerLimits: Sendable, Hashable {
  /// The largest sum of header lines, in bytes.
  package var headerBytes: Int
  /// The most header lines.
  package var headerLines: Int
  /// How long a client may take for its request line and headers.
  package var headerTimeout: Double
  /// How long a client may take for a short body, or between two chunks of another.
  package var bodyTimeout: Double
  /// The most open connections.
  package var connections: Int
  /// How long an unused connection stays open.
  package var keepAliveTimeout: Double
  /// How long the handler may take until it responds.
  package var idleTimeout: Double
  /// How long an exchange may take in all.
  package var wallClock: Double
  /// How long a server that stops waits for a request that is on its way.
  package var lastRequestTimeout: Double
  /// How long a client that has ended its output waits for its response before the server asks whether it is there.
  ///
  /// The end of a client's output says either that it has left, or that it has no more requests and waits for its responses (a
  /// half-closed connection): TCP does not tell these apart. A client whose request is not whole has left. One whose requests are
  /// whole is answered, and the connection closes after the last response. When the response takes longer than this, the server
  /// sends an interim `100 Continue`, once, which a client discards that has not asked for it (RFC 9110, section 15.2.1): the system
  /// of a client that has left answers it with a reset, and the handler is cancelled. HTTP/1.0 has no interim responses: there, and
  /// while a response is streamed, the reset comes with the next bytes of the response.
  package var halfCloseProbe: Double

  package init(
    headerBytes: Int, headerLines: Int, headerTimeout: Double, bodyTimeout: Double, connections: Int,
    keepAliveTimeout: Double, idleTimeout: Double, wallClock: Double, lastRequestTimeout: Double, halfCloseProbe: Double
  ) {
    self.headerBytes = headerBytes
    self.headerLines = headerLines
    self.headerTimeout = headerTimeout
    self.bodyTimeout = bodyTimeout
    self.connections = connections
    self.keepAliveTimeout = keepAliveTimeout
    self.idleTimeout = idleTimeout
    self.wallClock = wallClock
    self.lastRequestTimeout = lastRequestTimeout
    self.halfCloseProbe = halfCloseProbe
  }
}
