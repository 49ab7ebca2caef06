import Database
import Foundation
import Glibc
import Logging
import Testing

@testable import Engines

/// Connections whose loss libpq notices before the loop does.
@Suite(.timeLimit(.minutes(10))) struct PostgresLossTests {
  private func withPool(_ body: (PostgresPool, Connector.Opened) async throws -> Void) async throws {
    let server = try await PostgresServer.common()
    let options = PostgresOptions(url: server.url, poolSize: 1, acquireTimeout: .seconds(3600))
    let core = try PostgresCore(
      options, address: try options.address(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let opened = try await withCheckedContinuation { continuation in
      core.pool.connector.connect { continuation.resume(returning: $0) }
    }.get()
    try await body(core.pool, opened)
    await core.pool.close()
  }

  /// Ends a connection on this side; libpq closes the socket, which then has no events.
  private static func cut(_ handle: ServerHandle) {
    shutdown(handle.socket, CInt(SHUT_RDWR))
    while handle.consume() {}
  }

  private func answers(_ connection: ServerConnection) async -> Bool {
    await withCheckedContinuation { continuation in
      let error = connection.send(
        [ServerCommand(statement: Statement("SELECT 1"))], id: ServerConnection.makeID(), deadline: nil
      ) { continuation.resume(returning: $0.loss == nil) }
      if error != nil { continuation.resume(returning: false) }
    }
  }

  @Test func aConnectionThatIsLostWhileItIsAddedIsNotLeased() async throws {
    try await withPool { pool, opened in
      Self.cut(opened.handle)
      pool.adopt(opened)
      let connection = try await pool.lease()
      #expect(await answers(connection))
      pool.giveBack(connection)
    }
  }

  @Test func aConnectionThatIsLostWhileItIsLeasedIsNotLeasedAgain() async throws {
    try await withPool { pool, opened in
      pool.adopt(opened)
      let first = try await pool.lease()
      first.close()
      pool.giveBack(first)
      let second = try await pool.lease()
      #expect(second !== first)
      #expect(await answers(second))
      pool.giveBack(second)
    }
  }

  /// The statement has no deadline: without a check it would never end.
  @Test func aLossInsideOfLibpqEndsTheStatementsInHand() async throws {
    try await withPool { pool, opened in
      pool.adopt(opened)
      let connection = try await pool.lease()
      let loss = await withCheckedContinuation { continuation in
        let error = connection.send(
          [ServerCommand(statement: Statement("SELECT pg_sleep(3600)"))], id: ServerConnection.makeID(), deadline: nil
        ) { continuation.resume(returning: $0.loss) }
        #expect(error == nil)
        // On the loop's thread, so that the loop does not read the end of the connection itself.
        Task(executorPreference: pool.loop.executor) { Self.cut(opened.handle) }
      }
      #expect(loss?.code == .unavailable)
      pool.giveBack(connection)
    }
  }
}
