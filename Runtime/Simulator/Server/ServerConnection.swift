import Loop

/// One of the server's connections. The server calls it, one call at a time.
protocol ServerConnection: AnyObject {
  /// Whether it still has its descriptor.
  var isOpen: Bool { get }
  /// When ``lookAtClock(_:)`` is to be called; nil for never.
  var due: ContinuousClock.Instant? { get }

  /// The descriptor can be read or written, or the connection is broken.
  func isReady(_ events: Reactor.Events, buffer: UnsafeMutableRawBufferPointer)
  /// Does what is due.
  func lookAtClock(_ now: ContinuousClock.Instant)
  /// Closes it at once.
  func close()
}
