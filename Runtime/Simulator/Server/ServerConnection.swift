import Loop

/// A connection of the server. The server makes one call at a time.
protocol ServerConnection: AnyObject {
  /// Whether it still has its descriptor.
  var isOpen: Bool { get }
  /// The time for the next call of ``lookAtClock(_:)``; nil for none.
  var due: ContinuousClock.Instant? { get }

  /// Handles a descriptor that is readable, writable or broken.
  func isReady(_ events: DescriptorEvents, buffer: UnsafeMutableRawBufferPointer)
  func lookAtClock(_ now: ContinuousClock.Instant)
  func close()
}
