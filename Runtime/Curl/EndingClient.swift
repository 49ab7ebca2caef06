package import Loop

/// A client of an event loop that has libcurl's handles, and ends with its loop.
package protocol EndingClient: ReactorClient {
  /// Ends the client's work, frees libcurl's handles, stops the loop, and then calls `done`; at once if that is past.
  /// An action of the loop calls this.
  func end(_ done: @escaping @Sendable () -> Void)
}
