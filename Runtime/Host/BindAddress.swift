import Curl

/// Where to listen.
public struct BindAddress: Sendable, Hashable {
  /// A host name or address.
  public var host = "127.0.0.1"
  /// The TCP port; 0 lets the system choose.
  public var port = 54321
  /// A Unix socket to listen on besides, readable by its owner alone.
  public var socketPath: String?
  /// Whether the host goes without the socket if another host has it: on a database that hosts share, any of them will do.
  public var isSocketOptional = false

  /// `127.0.0.1:54321`, the port that Supabase's local stack uses.
  public init() {}

  /// Whether only this machine can reach the address.
  public var isLoopback: Bool { Loopback.isHost(host) }

  /// How this machine reaches the address, without a slash at the end: `http://127.0.0.1:54321`.
  ///
  /// - Parameter port: the port that the system chose, where ``port`` is 0; nil for ``port``.
  public func url(port: Int? = nil) -> String {
    let reachable =
      switch host {
      case "0.0.0.0", "": "127.0.0.1"
      case "::", "[::]": "[::1]"
      case let host where host.contains(":") && !host.hasPrefix("["): "[\(host)]"
      case let host: host
      }
    return "http://\(reachable):\(port ?? self.port)"
  }
}
