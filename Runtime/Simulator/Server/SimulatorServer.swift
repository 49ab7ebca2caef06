import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The listening side: TLS and HTTP/2, and plain HTTP/1.1 for inspection.
struct SimulatorServer: Sendable {
  private static let host = "127.0.0.1"

  let simulation: SharedSimulation
  let group: MultiThreadedEventLoopGroup
  let connections = OpenConnections()
  let logger: Logger

  /// Listens for pushes.
  ///
  /// - Throws: ``SimulatorError``.
  func listen(port: Int, tls: NIOSSLContext) async throws(SimulatorError) -> any Channel {
    try await bind(port) { [simulation, connections, logger] channel in
      channel.eventLoop.makeCompletedFuture {
        let (connection, beginning) = simulation.withLock { $0.open() }
        connections.add(channel) { simulation.withLock { $0.close() } }
        switch beginning {
        case .disconnect: return RawConnection.reset(channel)
        // Not even the handshake is answered.
        case .silence: return
        default: break
        }
        let initialStreams: Int =
          if case .settings(let streams) = beginning { streams } else { Simulation.firstStreams }
        try channel.pipeline.syncOperations.addHandlers(
          NIOSSLServerHandler(context: tls), ResetCounter(simulation: simulation),
          Self.http2(initialStreams: initialStreams),
          ConnectionHandler(
            connection, beginning: beginning, simulation: simulation, inspector: Inspector(simulation: simulation),
            logger: logger))
      }
    }
  }

  /// Listens for whoever wants to look.
  ///
  /// - Throws: ``SimulatorError``.
  func listenForInspection(port: Int) async throws(SimulatorError) -> any Channel {
    try await bind(port) { [simulation, connections] channel in
      channel.eventLoop.makeCompletedFuture {
        connections.add(channel) {}
        try channel.pipeline.syncOperations.configureHTTPServerPipeline()
        try channel.pipeline.syncOperations.addHandler(InspectionHandler(inspector: Inspector(simulation: simulation)))
      }
    }
  }

  /// NIO's HTTP/2 without its defences against odd clients: a client's resets are counted here, never punished.
  private static func http2(initialStreams: Int) -> NIOHTTP2Handler {
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: initialStreams),
      HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
    ]
    connection.maximumRecentlyResetStreams = 4096
    connection.maximumConnectionGlitches = .max
    connection.controlFrameRateLimit.windowLength = .nanoseconds(0)
    var stream = NIOHTTP2Handler.StreamConfiguration()
    stream.streamResetFrameRateLimit.windowLength = .nanoseconds(0)
    stream.streamErrorRateLimit.windowLength = .nanoseconds(0)
    return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream)
  }

  private func bind(
    _ port: Int, initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
  ) async throws(SimulatorError) -> any Channel {
    do {
      return try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer(initializer)
        .bind(host: Self.host, port: port).get()
    } catch let error as IOError where error.errnoCode == EADDRINUSE {
      throw SimulatorError(.portTaken, "Port \(port) on \(Self.host) is taken: choose another one, or 0 for any")
    } catch {
      throw SimulatorError(.cannotListen, "Port \(port) on \(Self.host) cannot be listened on: \(error)")
    }
  }
}
