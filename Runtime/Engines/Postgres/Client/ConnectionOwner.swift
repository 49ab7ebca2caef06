/// The owner of a leased connection, as the connection calls it outside of its own lock.
protocol ConnectionOwner: AnyObject, Sendable {
  /// Checks the owner's time limit. Called on the loop's thread, a few times a second.
  func checkClock(_ now: ContinuousClock.Instant)
  /// The connection is closed. Called once at most, on any thread.
  func loseConnection()
}
