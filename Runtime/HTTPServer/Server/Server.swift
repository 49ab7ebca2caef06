import Loop

/// An HTTP server: event loops that accept and serve connections.
package struct Server: Sendable {
  private let tables: [ConnectionTable]
  private let handler: any ServerHandler

  /// Starts the loops. The server does not listen yet.
  ///
  /// - Throws: ``ServerError`` if the process has no descriptors left.
  package init(loops: Int, limits: ServerLimits, handler: any ServerHandler) throws(ServerError) {
    self.handler = handler
    let loads = Loads(count: loops)
    let limit = ConnectionLimit(limits.connections, handler: handler)
    let date = DateHeader()
    var tables: [ConnectionTable] = []
    do throws(SystemError) {
      for index in 0..<loops {
        let setup = ConnectionSetup(handler: handler, loopIndex: index, limits: limits, date: date)
        let loop = try Reactor(named: "swiftlet-http-\(index + 1)")
        tables.append(ConnectionTable(on: loop, loads: loads, limit: limit, setup: setup))
      }
    } catch {
      throw .noLoop(error)
    }
    self.tables = tables
    for table in tables {
      table.connect(to: tables)
      table.loop.start(table)
    }
  }

  /// Listens on a TCP address, and on a Unix socket if a path is given; returns the TCP port. With port 0 the system
  /// chooses one.
  ///
  /// - Parameter isSocketOptional: whether to listen on TCP alone if another process listens on the Unix socket.
  /// - Throws: ``ServerError``.
  package func listen(
    host: String, port: Int, socketPath: String?, isSocketOptional: Bool
  ) async throws(ServerError) -> Int {
    var sockets: [ListeningSocket] = []
    do {
      sockets.append(try ListeningSocket(host: host, port: port))
    } catch {
      throw .address(error)
    }
    let port = sockets[0].port
    if let path = socketPath {
      do throws(ServerError) {
        if let socket = try Self.listen(onSocket: path, isOptional: isSocketOptional) { sockets.append(socket) }
      } catch {
        sockets[0].close()
        throw error
      }
    }
    let table = tables[0]
    for (index, socket) in sockets.enumerated() {
      let acceptor = Acceptor(socket, handler: handler)
      let isWatched = await withCheckedContinuation { continuation in
        table.loop.run { continuation.resume(returning: table.listen(acceptor)) }
      }
      guard isWatched else {
        // The table closes the sockets that it watches already.
        for socket in sockets[index...] {
          socket.refuse()
          socket.close()
        }
        await close()
        throw .notWatched
      }
    }
    return port
  }

  /// Listens on a Unix socket; nil if another process listens on an optional one.
  private static func listen(onSocket path: String, isOptional: Bool) throws(ServerError) -> ListeningSocket? {
    // A socket without a listener was left behind by a killed process.
    if UnixSocket.isAnswered(path) {
      guard isOptional else { throw .socketInUse(path: path) }
      return nil
    }
    do {
      return try ListeningSocket(path: path)
    } catch {
      throw .socket(path: path, error)
    }
  }

  /// Begins to stop: accepts no more connections, and closes each open one after its exchange. Returns at once.
  ///
  /// The first loop, which listens, is stopped last, so that the other loops have normally begun to stop when the port
  /// is closed.
  package func quiesce() {
    for table in tables.reversed() {
      table.loop.run {
        table.stopListening()
        table.quiesce()
      }
    }
  }

  /// Stops accepting, and waits until all exchanges are over.
  package func drain() async {
    quiesce()
    await onEach { table, done in table.whenEmpty(done) }
  }

  /// Stops accepting, closes all connections and cancels their tasks without waiting for them.
  package func close() async {
    await stopListening()
    await onEach { table, done in
      table.closeAll()
      done()
    }
  }

  package func stop() { for table in tables { table.stop() } }

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
