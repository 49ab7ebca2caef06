/// A call whose limits are watched. Times are nanoseconds of the system's monotonic clock.
struct WatchedCall: Equatable {
  let slot: UInt32
  /// The call's exchange; 0 until it is known.
  var call: UInt64
  let limits: CallLimits
  let start: UInt64
}
