/// The host's interface to the process of one worker. All members may be used from any thread.
///
/// A call's order is ``claimSlot(_:)``, opening its exchange with the slot, ``bind(_:to:)``, and ``releaseSlot(_:)``
/// when the exchange is over.
package protocol WorkerHandle: AnyObject, Sendable {
  /// The process's id; the host's own for a worker in the host's process.
  var pid: Int32 { get }

  /// Takes the host's end of the channel: a Unix stream socket that does not block. The caller closes it.
  ///
  /// - Returns: the descriptor; nil from the second call on. What is not taken is closed with the handle.
  func takeChannel() -> CInt?

  /// Records that the worker has booted. Its memory is limited from then on, beyond what it uses now.
  func booted()

  /// Claims a slot of the call page, and watches the call's limits from now on.
  ///
  /// - Returns: nil if all slots are taken.
  func claimSlot(_ limits: CallLimits) -> UInt32?

  /// Names the exchange of the call that has claimed the slot.
  func bind(_ slot: UInt32, to call: UInt64)

  /// Returns a slot, and ends the watch of its call.
  func releaseSlot(_ slot: UInt32)

  /// Whether the call's handler has begun. To be asked before the slot is released; it holds after the worker's death
  /// too.
  func hasBegun(_ call: UInt64, in slot: UInt32) -> Bool

  /// The CPU time that a call has used, in nanoseconds; nil if it is not measured. To be asked before the slot is
  /// released.
  ///
  /// The value comes from memory that the worker writes. A piece of the call's work that still runs counts with the
  /// time since its start.
  func usedTime(of call: UInt64, in slot: UInt32) -> UInt64?

  /// Ends the worker at once, and all processes that it has started. Only the first reason counts.
  func kill(_ reason: WorkerKill)

  /// Measures the worker; nil once it has ended.
  func sample() -> WorkerSample?

  /// Waits for the worker's death.
  nonisolated(nonsending) func death() async -> WorkerDeath
}
