import Curl
import HTTPCalls

/// The addresses on which a host listens.
public struct BindAddress: Sendable, Hashable {
  /// A host name or address.
  public var host = "127.0.0.1"
  /// The TCP port; 0 lets the system choose.
  public var port = 54321
  /// A Unix socket to listen on in addition, with access for its owner only.
  public var socketPath: String?
  /// Whether the host starts without the Unix socket if another host has it. Hosts that share a database set this.
  public var isSocketOptional = false

  /// `127.0.0.1:54321`, the port that Supabase's local stack uses.
  public init() {}

  /// Whether only this machine can reach the address.
  public var isLoopback: Bool { Loopback.isHost(host) }

  /// Whether it stands for all addresses of this machine.
  public var isWildcard: Bool { ["", "0.0.0.0", "::", "[::]"].contains(host) }

  /// The URL of the address on this machine, without a slash at the end: `http://127.0.0.1:54321`.
  ///
  /// - Parameter port: the port that the system chose, where ``port`` is 0; nil is ``port``.
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
