import HTTPServer

extension ServerLimits {
  /// The part of the host's limits that its server enforces.
  init(_ limits: Limits) {
    self.init(
      headerBytes: limits.headerBytes, headerLines: limits.headerLines, headerTimeout: limits.headerTimeout,
      bodyTimeout: limits.bodyTimeout, bodyRate: limits.bodyRate, connections: limits.connections,
      keepAliveTimeout: limits.keepAliveTimeout, idleTimeout: limits.idleTimeout, wallClock: limits.wallClock,
      tunnelIdleTimeout: limits.tunnelIdleTimeout, lastRequestTimeout: limits.lastRequestTimeout,
      halfCloseProbe: limits.halfCloseProbe)
  }
}
