/// The state of one key in a ``LimitTable``.
protocol LimitEntry: Sendable {
  /// The instant from which the entry equals a new one and can be removed; `Int64.max` while it must be kept.
  var idleAt: Int64 { get }
}
