/// The connection of one transfer, which ``KeptConnections`` has between transfers.
final class TransferConnection {
  private let kept: KeptConnections
  /// Known once a request is about to be sent.
  private var ends: KeptConnections.Ends?

  init(_ kept: KeptConnections) { self.kept = kept }

  /// A request is about to be sent. `isKept` says that an earlier transfer made the connection.
  ///
  /// - Returns: whether the connection can serve the request.
  func begin(_ ends: KeptConnections.Ends, isKept: Bool) -> Bool {
    self.ends = ends
    // The socket of an earlier connection with the same ends is another one.
    guard let socket = kept.take(ends), isKept else { return true }
    return !KeptConnections.endIfUnread(socket)
  }

  /// libcurl does not watch the socket any more.
  func end(on socket: Int32) {
    if let ends { kept.keep(ends, on: socket) }
  }
}
