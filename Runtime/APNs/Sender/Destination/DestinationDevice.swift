/// The notifications to one device.
struct DestinationDevice {
  /// The slots in use, by notifications in flight or in the destination's queue.
  var slots = 0
  /// The number of `TooManyRequests` answers in a row.
  var refusals = 0
  /// The end of its pause; nil if it is not paused.
  var pausedUntil: ContinuousClock.Instant?
  /// The notifications that wait for a slot, in order.
  var waiting: [DeliveryID] = []

  var isIdle: Bool { slots == 0 && pausedUntil == nil && waiting.isEmpty }
}
