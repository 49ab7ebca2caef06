import Database
import Logging
import Synchronization

/// An engine's connection for notifications. It opens with the first listener, and again after it is lost.
final class PostgresListener: Sendable {
  private struct State {
    var streams: [UInt64: (channel: String, continuation: AsyncStream<Void>.Continuation)] = [:]
    var connection: ServerConnection?
    var isConnecting = false
    var failures = 0
    /// Whether the server has refused to let this connection listen, and has not done so since.
    var isRefused = false
    var isStopped = false
  }

  /// The longest pause after a server has refused to let it listen.
  private static let refusalPause = Duration.seconds(2)

  private let connector: Connector
  private let loop: ServerLoop
  private let logger: Logger
  private let state = Mutex(State())

  init(connector: Connector, loop: ServerLoop, logger: Logger) {
    self.connector = connector
    self.loop = loop
    self.logger = logger
  }

  func listen(to channel: String) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = ServerConnection.makeID()
    let (isStopped, connection) = state.withLock { state in
      if !state.isStopped { state.streams[id] = (channel, continuation) }
      return (state.isStopped, state.connection)
    }
    guard !isStopped else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.streams.removeValue(forKey: id) } }
    if let connection { send(channel, on: connection) } else { connect() }
    return stream
  }

  func stop() {
    let (connection, streams) = state.withLock { state in
      state.isStopped = true
      defer { (state.connection, state.streams) = (nil, [:]) }
      return (state.connection, Array(state.streams.values))
    }
    for stream in streams { stream.continuation.finish() }
    connection?.close()
  }

  private func connect(after pause: Duration = .zero) {
    let mayConnect = state.withLock { state in
      guard !state.isStopped, !state.isConnecting, state.connection == nil, !state.streams.isEmpty else { return false }
      state.isConnecting = true
      return true
    }
    guard mayConnect else { return }
    connector.connect(after: pause) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let opened): connected(opened)
      case .failure: retry()
      }
    }
  }

  private func connected(_ opened: Connector.Opened) {
    // A pooler would send the notifications to any of its clients. `isConnecting` stays set, so that there is no other
    // attempt.
    guard !opened.isPooled else { return }
    let connection = ServerConnection(
      opened, loop: loop,
      onNotification: { [weak self] channel in self?.hint(channel) }
    ) { [weak self] _ in
      guard let self else { return }
      state.withLock { $0.connection = nil }
      retry()
    }
    let (isStopped, channels) = state.withLock { state in
      state.isConnecting = false
      if !state.isStopped { state.connection = connection }
      return (state.isStopped, Set(state.streams.values.map(\.channel)))
    }
    if isStopped { return connection.close() }
    connection.start()
    for channel in channels { send(channel, on: connection) }
  }

  /// Sends `LISTEN`, and gives a hint once it has run, since earlier notifications may have been lost. A server that
  /// refuses it, as a standby does until it is promoted, is connected to again.
  private func send(_ channel: String, on connection: ServerConnection) {
    let name = channel.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    let statement = Statement(SQL(text: "LISTEN \"\(name)\""))
    let command = ServerCommand(statement: statement, isRepeated: false)
    let error = connection.send(
      [command], id: ServerConnection.makeID(), deadline: .now.advanced(by: .seconds(5))
    ) { [weak self] reply in
      guard let self, let result = reply.results.first else { return }
      if result.kind == .error {
        refused(DatabaseError.postgres(result, in: statement))
        return connection.close()
      }
      state.withLock { state in
        state.failures = 0
        state.isRefused = false
      }
      hint(channel)
    }
    if error != nil { connection.close() }
  }

  /// Logs the first of several refusals in a row.
  private func refused(_ error: DatabaseError) {
    let isFirst = state.withLock { state in
      defer { state.isRefused = true }
      return !state.isRefused
    }
    guard isFirst else { return }
    logger.error("Cannot listen to a channel.", metadata: ["error": "\(error)"])
  }

  private func hint(_ channel: String) {
    let streams = state.withLock { state in state.streams.values.filter { $0.channel == channel } }
    for stream in streams { stream.continuation.yield() }
  }

  private func retry() {
    let (failures, isRefused) = state.withLock { state in
      state.isConnecting = false
      state.failures += 1
      return (state.failures, state.isRefused)
    }
    let longest = isRefused ? Self.refusalPause : Connector.longestPause(after: failures)
    connect(after: longest * Double.random(in: 0.5...1))
  }
}
