import Glibc
import HTTPServer
import Loop
import NIOCore

/// The error of a host that cannot listen.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Reason: Hashable, Sendable {
    /// Another process listens on the port.
    case portTaken
    /// The system refused: for example, the address is not this machine's, or the port needs other rights.
    case failed
    /// The system refused the socket for commands.
    case socketFailed
    /// Another host has the database's socket.
    case databaseInUse
  }

  /// The kind of the error.
  public let reason: Reason
  /// The text: what is wrong and what to do.
  public let description: String

  private init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// What to do about a port that another process has.
  static func advice(onTaken port: Int) -> String {
    port == BindAddress().port
      ? "Supabase's local stack usually has this port: stop it with `supabase stop`, or choose another one with --port."
      : "Choose another one with --port."
  }

  init(_ error: ServerError, at bind: BindAddress) {
    switch error {
    case .address(let error as IOError) where error.errnoCode == EADDRINUSE:
      self.init(.portTaken, "Port \(bind.port) on \(bind.host) is taken. \(Self.advice(onTaken: bind.port))")
    case .address(let error): self.init(.failed, "\(bind.host):\(bind.port) cannot be listened on: \(error)")
    case .socketInUse(let path):
      self.init(.databaseInUse, "Another host serves this database already: its socket \(path) answers")
    case .socket(let path, let error):
      let reason = (error as? IOError).map { "\(SystemError($0.errnoCode))" } ?? "\(error)"
      self.init(.socketFailed, "The socket \(path) cannot be listened on: \(reason)")
    case .noLoop(let error): self.init(.failed, "The host cannot wait for connections: \(error)")
    case .notWatched:
      self.init(.failed, "The host cannot wait for connections: the system watches no more descriptors")
    }
  }
}
