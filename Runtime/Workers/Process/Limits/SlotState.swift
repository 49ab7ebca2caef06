/// The content of one slot of the call page. It is untrusted: the worker can write any value.
struct SlotState: Equatable {
  /// The call whose handler has begun.
  var call: UInt64
  /// When the running piece began, in nanoseconds of the monotonic clock.
  var since: UInt64
  /// The CPU time of the pieces that have ended, in nanoseconds.
  var used: UInt64
  /// The thread of the running piece; 0 for none.
  var thread: UInt32
}
