import Edge
import Glibc
import Loop
import NIOCore

/// The listening side: loops that accept and serve, and let their connections finish when it is time.
struct HTTPServer: Sendable {
  private let bind: BindAddress
  private let tables: [ConnectionTable]
  private let shortage: DescriptorShortage

  /// Starts the loops; nothing is listened on yet.
  ///
  /// - Parameter running: the tables of what runs, one for each loop that is to be started.
  /// - Throws: ``ListenError`` if the process has no descriptors left.
  init(bind: BindAddress, dispatcher: Dispatcher, running: [RunningInvocations]) throws(ListenError) {
    self.bind = bind
    shortage = DescriptorShortage(metrics: dispatcher.metrics, logger: dispatcher.logger)
    let date = DateHeader()
    let loads = Loads(count: running.count)
    let limit = ConnectionLimit(
      dispatcher.configuration.limits.connections, registry: dispatcher.metrics.registry, freed: dispatcher.freed)
    var tables: [ConnectionTable] = []
    do throws(ReactorError) {
      for (index, running) in running.enumerated() {
        tables.append(
          ConnectionTable(
            on: try Reactor(named: "swiftlet-http-\(index + 1)"), index: index, loads: loads, limit: limit,
            dispatcher: dispatcher, date: date, running: running))
      }
    } catch {
      throw ListenError(.failed, "The host cannot wait for connections: \(error)")
    }
    self.tables = tables
    for table in tables {
      table.meet(tables)
      table.loop.start(table)
    }
  }

  /// Listens on the TCP address, and on the Unix socket if there is one.
  ///
  /// - Returns: the TCP port.
  /// - Throws: ``ListenError``.
  func listen() async throws(ListenError) -> Int {
    var sockets: [ListeningSocket] = []
    do {
      sockets.append(try ListeningSocket(host: bind.host, port: bind.port))
    } catch {
      throw ListenError(error, at: bind)
    }
    let port = sockets[0].port
    if let path = bind.socketPath {
      do {
        if let socket = try listen(onSocket: path) { sockets.append(socket) }
      } catch {
        sockets[0].close()
        throw error
      }
    }
    let table = tables[0]
    for socket in sockets {
      let acceptor = Acceptor(socket, to: table, shortage: shortage)
      let isWatched = await withCheckedContinuation { continuation in
        table.loop.run { continuation.resume(returning: table.listen(acceptor)) }
      }
      guard isWatched else {
        for socket in sockets {
          socket.refuse()
          socket.close()
        }
        await close()
        throw ListenError(.failed, "The host cannot wait for connections: the system watches no more descriptors")
      }
    }
    return port
  }

  /// - Returns: nil if another host has the socket, and this one may go without.
  private func listen(onSocket path: String) throws(ListenError) -> ListeningSocket? {
    // A socket that somebody answers belongs to a running host; one that nobody answers was left behind.
    if UnixSocket.isAnswered(path) {
      guard !bind.isSocketOptional else { return nil }
      throw ListenError(.databaseInUse, "Another host serves this database already: its socket \(path) answers")
    }
    do {
      return try ListeningSocket(path: path)
    } catch {
      throw ListenError(.failed, "The socket \(path) cannot be listened on: \(error)")
    }
  }

  /// Begins to stop: accepts no more connections, and closes each that is open once it has no request in hand. It waits for nothing.
  func quiesce() {
    for table in tables {
      table.loop.run {
        table.stopListening()
        table.quiesce()
      }
    }
  }

  /// Stops accepting and waits until everything in hand is finished, and written down.
  func drain() async {
    await stopListening()
    for table in tables { table.loop.run { table.quiesce() } }
    await onEach { table, done in table.whenEmpty(done) }
  }

  /// Stops accepting and closes what is open; what works for it is cancelled and not waited for.
  func close() async {
    await stopListening()
    await onEach { table, done in
      table.closeAll()
      done()
    }
  }

  /// Ends the loops.
  func stop() {
    for table in tables {
      table.tasks.end()
      table.loop.stop()
    }
  }

  private func stopListening() async {
    await onEach { table, done in
      table.stopListening()
      done()
    }
  }

  /// Runs an action on one loop after another, and waits until each is done.
  private func onEach(
    _ action: @escaping @Sendable (ConnectionTable, _ done: @escaping @Sendable () -> Void) -> Void
  ) async {
    for table in tables {
      await withCheckedContinuation { continuation in
        table.loop.run { action(table) { continuation.resume() } }
      }
    }
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
