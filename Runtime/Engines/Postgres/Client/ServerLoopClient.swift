/// A connection as its loop sees it. All calls are made on the loop's thread.
protocol ServerLoopClient: AnyObject, Sendable {
  /// The number of the connection on the loop.
  var id: UInt64 { get }
  /// Whether the connection has a time limit to check.
  var isBusy: Bool { get }
  /// Reads what the server has sent.
  func read()
  /// Cancels round trips whose deadline is over, and closes the connection if the server has not ended one in time.
  func checkClock(_ now: ContinuousClock.Instant)
}
