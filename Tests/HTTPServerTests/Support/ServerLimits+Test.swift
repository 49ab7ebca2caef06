import HTTPServer

extension ServerLimits {
  /// An hour for everything: on a slow machine, too, a test reaches only the limit that it sets.
  static let test = ServerLimits(
    headerBytes: 32 << 10, headerLines: 100, headerTimeout: 3600, bodyTimeout: 3600, bodyRate: 1,
    connections: 1000, keepAliveTimeout: 3600, idleTimeout: 3600, wallClock: 3600, tunnelIdleTimeout: 3600,
    lastRequestTimeout: 3600, halfCloseProbe: 3600)
}
