/// A client of one event loop. All calls are made on the loop's thread.
package protocol ReactorClient: AnyObject, Sendable {
  /// The descriptor that was added under this number can be read or written, or is broken.
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents)
  /// Performs the actions that are due.
  ///
  /// - Returns: the instant of the next call; `nil` for no call before ``Reactor/wake()``.
  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant?
  /// Receives the share of the time since the last call in which the loop was occupied, computing or blocked by a job,
  /// from 0 to 1; 1 while jobs block threads of the loop. The loop calls it at most every 50 ms, and when another
  /// thread takes the loop over. A loop that sleeps does not call it.
  func loadMeasured(_ share: Double)
}

extension ReactorClient {
  package func loadMeasured(_ share: Double) {}
}
