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
