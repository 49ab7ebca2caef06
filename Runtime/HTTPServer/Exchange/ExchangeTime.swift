/// The limits on time that a handler asks for.
package enum ExchangeTime: Sendable, Hashable {
  /// Those of the server: ``ServerLimits/idleTimeout`` and ``ServerLimits/wallClock``.
  case common
  /// Limits in place of the server's.
  case own(ExchangeLimits)
  /// No limits: the handler ends by rules of its own, and its client needs a least rate of the body.
  case unlimited
}
