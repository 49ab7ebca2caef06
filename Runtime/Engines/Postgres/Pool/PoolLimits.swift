/// The limits of a ``ConnectionPool``.
struct PoolLimits {
  var size: Int
  var acquireTimeout: Duration
  var idleTimeout: Duration
}
