import Glibc

/// The sockets of kept HTTP/1 connections. The connections' event loop alone uses it.
///
/// libcurl before 8.1 sends a request on a kept connection also if bytes wait there, and takes them for its response:
/// those behind a response that has no body, or the 408 with which a server ends an idle connection.
final class KeptConnections {
  /// The ends of a connection, which tell it from all other open ones.
  struct Ends: Hashable {
    let server: String
    let serverPort: Int32
    let local: String
    let localPort: Int32
  }

  /// The number of entries at which all are dropped. The entry of a connection that libcurl has closed stays until a
  /// new connection has the same ends.
  private static let maximum = 8192

  private var sockets: [Ends: Int32] = [:]

  /// Notes the socket of a connection whose transfer has ended.
  func keep(_ ends: Ends, on socket: Int32) {
    if sockets.count >= Self.maximum { sockets = [:] }
    sockets[ends] = socket
  }

  /// Takes a connection that is used now.
  ///
  /// - Returns: its socket; nil if it is not known.
  func take(_ ends: Ends) -> Int32? { sockets.removeValue(forKey: ends) }

  /// Ends a connection if bytes wait on it. libcurl then cannot send on it, and takes another one for the same request.
  ///
  /// - Returns: whether bytes wait.
  static func endIfUnread(_ socket: Int32) -> Bool {
    guard SocketInput(on: socket) == .bytes else { return false }
    shutdown(socket, Int32(SHUT_RDWR))
    return true
  }
}
