/// The state of one key in a ``LimitTable``.
protocol LimitEntry: Sendable {
  /// The instant from which the key is as one that was never seen; `Int64.max` while it must be kept.
  var idleAt: Int64 { get }
}
