/// The limits on the time of one exchange, in seconds.
package struct ExchangeLimits: Sendable, Hashable {
  /// The time for the handler to begin its response.
  package var idle: Double
  /// The time for the whole exchange, and for its client to take a part of a streamed response.
  package var wallClock: Double

  package init(idle: Double, wallClock: Double) {
    self.idle = idle
    self.wallClock = wallClock
  }

  /// The limits of a server on exchanges without limits of their own.
  init(_ limits: ServerLimits) { self.init(idle: limits.idleTimeout, wallClock: limits.wallClock) }
}
