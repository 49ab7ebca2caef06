/// The owner of a leased connection. The connection calls it outside of the connection's lock.
protocol ConnectionOwner: AnyObject, Sendable {
  /// Checks the owner's time limit. Called on the loop's thread, every 100 ms while the connection has an owner.
  func checkClock(_ now: ContinuousClock.Instant)
  /// The connection is closed. Called once at most, on any thread.
  func loseConnection()
}
