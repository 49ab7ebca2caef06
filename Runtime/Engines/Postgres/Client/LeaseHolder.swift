/// The holder of a leased connection. The connection calls it outside of the connection's lock.
protocol LeaseHolder: AnyObject, Sendable {
  /// Checks the holder's time limit. Called on the loop's thread, every 100 ms while the connection has a holder.
  func checkClock(_ now: ContinuousClock.Instant)
  /// The connection is closed. Called once at most, on any thread.
  func loseConnection()
}
