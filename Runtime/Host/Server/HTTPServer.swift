import Edge
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The listening side: binds, accepts, and lets its connections finish when it is time.
struct HTTPServer: Sendable {
  private let bind: BindAddress
  private let dispatcher: Dispatcher
  private let group: MultiThreadedEventLoopGroup
  private let connections = ConnectionTracker()
  private let date = DateHeader()
  private let logger: Logger

  init(bind: BindAddress, dispatcher: Dispatcher, group: MultiThreadedEventLoopGroup, logger: Logger) {
    self.bind = bind
    self.dispatcher = dispatcher
    self.group = group
    self.logger = logger
  }

  /// The sockets that are listened on.
  struct Listeners: Sendable {
    let channels: [any Channel]
    let port: Int
  }

  /// Listens on the TCP address, and on the Unix socket if there is one.
  ///
  /// - Throws: ``ListenError``.
  func listen() async throws(ListenError) -> Listeners {
    let tcp: any Channel
    do {
      tcp = try await bootstrap.bind(host: bind.host, port: bind.port).get()
    } catch {
      throw ListenError(error, at: bind)
    }
    var channels = [tcp]
    if let path = bind.socketPath {
      do {
        if let channel = try await listen(onSocket: path) { channels.append(channel) }
      } catch {
        try? await tcp.close()
        throw error
      }
    }
    return Listeners(channels: channels, port: tcp.localAddress?.port ?? bind.port)
  }

  /// - Returns: nil if another host has the socket, and this one may go without.
  private func listen(onSocket path: String) async throws(ListenError) -> (any Channel)? {
    // A socket that somebody answers belongs to a running host; one that nobody answers was left behind.
    if let running = try? await ClientBootstrap(group: group).connect(unixDomainSocketPath: path).get() {
      try? await running.close()
      guard !bind.isSocketOptional else { return nil }
      throw ListenError(.databaseInUse, "Another host serves this database already: its socket \(path) answers")
    }
    do {
      return try await bootstrap.withBoundSocket(UnixSocket.bind(to: path)).get()
    } catch {
      throw ListenError(.failed, "The socket \(path) cannot be listened on: \(error)")
    }
  }

  private var bootstrap: ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelInitializer { [dispatcher, connections, date] channel in
        channel.eventLoop.makeCompletedFuture {
          connections.add(channel)
          if channel.localAddress?.port != nil {
            try channel.syncOptions?.setOption(.tcpOption(.tcp_nodelay), value: 1)
          }
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)),
            ConnectionHandler(dispatcher: dispatcher, date: date))
        }
      }
  }

  /// Stops accepting and waits until every connection has finished what it has in hand.
  func drain(_ listeners: Listeners) async {
    await stopListening(listeners)
    connections.quiesce()
    await connections.waitUntilEmpty()
  }

  /// Stops accepting and closes what is open.
  func close(_ listeners: Listeners) async {
    await stopListening(listeners)
    connections.closeAll()
    await connections.waitUntilEmpty()
  }

  private func stopListening(_ listeners: Listeners) async {
    for channel in listeners.channels { try? await channel.close() }
    if let path = bind.socketPath, listeners.channels.count > 1 { _ = unsafe unlink(path) }
  }
}

/// Why a host cannot listen.
public struct ListenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What stands in the way.
  public enum Reason: Hashable, Sendable {
    /// Somebody else listens there.
    case portTaken
    /// The address is not this machine's, or the port needs other rights.
    case failed
    /// Another host has the database's socket.
    case databaseInUse
  }

  /// What stands in the way.
  public let reason: Reason
  /// What is wrong and what to do.
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  init(_ error: any Error, at bind: BindAddress) {
    if let error = error as? IOError, error.errnoCode == EADDRINUSE {
      self.init(
        .portTaken,
        """
        Port \(bind.port) on \(bind.host) is taken. Supabase's local stack usually has port 54321: stop it with `supabase stop`, \
        or choose another port with --port.
        """)
    } else {
      self.init(.failed, "\(bind.host):\(bind.port) cannot be listened on: \(error)")
    }
  }
}
