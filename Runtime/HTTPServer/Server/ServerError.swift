/// The reason why a server cannot listen.
package enum ServerError: Error, Sendable {
  /// The TCP address cannot be listened on.
  case address(any Error)
  /// Another process listens on the Unix socket.
  case socketInUse(path: String)
  /// The Unix socket cannot be listened on.
  case socket(path: String, any Error)
  /// The process has no descriptors left for an event loop.
  case noLoop(any Error)
  /// The system refuses to watch another descriptor.
  case notWatched
}
