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

/// The limits on time that a handler asks for.
package enum ExchangeTime: Sendable, Hashable {
  /// Those of the server: ``ServerLimits/idleTimeout`` and ``ServerLimits/wallClock``.
  case common
  /// Limits in place of the server's.
  case own(ExchangeLimits)
  /// No limits: the handler ends by rules of its own, and its client needs a least rate of the body.
  case unlimited
}
