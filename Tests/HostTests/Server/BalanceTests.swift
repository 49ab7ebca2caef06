import Edge
import Foundation
import Loop
import NIOCore
import Testing

@testable import Host

/// Which loop serves which connections.
@Suite(.timeLimit(.minutes(10))) struct BalanceTests {
  @Test(arguments: [
    (0, [0.5, 0], Balance.Advice.keep), (0, [0.9, 0], .share(with: 1)), (0, [0.9, 0.7], .keep),
    (0, [1, 0.6], .share(with: 1)),
    (1, [0.2, 1], .share(with: 0)), (0, [1, 0.5, 0.1, 0.4], .share(with: 2)), (1, [0.2, 0.2], .join(0)),
    (1, [0.3, 0.3], .keep), (1, [0.9, 0.1], .keep), (0, [0.1, 0.1], .keep), (0, [1], .keep),
    (3, [0, 1, 1, 0.1], .join(0)),
  ])
  func advice(_ index: Int, _ loads: [Double], _ advice: Balance.Advice) {
    #expect(Balance.advice(to: index, loads: loads) == advice)
  }

  private static let get = "GET /functions/v1/where HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func whoSaysNothingHasNothingToDo() {
    let loads = Loads(count: 3)
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    #expect(loads.update(1, 0.9, at: start) == [0, 0.9, 0])
    #expect(loads.update(0, 0.5, at: start + .milliseconds(150)) == [0.5, 0.9, 0])
    #expect(loads.update(2, 0.1, at: start + .milliseconds(250)) == [0.5, 0, 0.1])
  }

  /// Two loops that serve one address. The tests say how much the loops compute.
  private func withTwoLoops(
    _ functions: [any Endpoint], _ test: (_ tables: [ConnectionTable], _ port: Int) async throws -> Void
  ) async throws {
    try await withHarness(functions: functions) { harness in
      let loads = Loads(count: 2)
      let limit = ConnectionLimit(1000, registry: harness.registry, freed: harness.host.dispatcher.freed)
      let tables = try (0..<2).map { index in
        ConnectionTable(
          on: try Reactor(named: "swiftlet-test-\(index + 1)"), index: index, loads: loads, limit: limit,
          dispatcher: harness.host.dispatcher, date: DateHeader(), running: RunningInvocations())
      }
      let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
      let port = socket.port
      for table in tables {
        table.meet(tables)
        table.loop.start(Unmeasured(table))
      }
      let acceptor = Acceptor(
        socket, to: tables[0],
        shortage: DescriptorShortage(metrics: HostMetrics(registry: harness.registry), logger: harness.logs.logger))
      #expect(await on(tables[0]) { $0.listen(acceptor) })
      try await test(tables, port)
      for table in tables {
        await on(table) { table in
          table.stopListening()
          table.closeAll()
        }
        table.tasks.end()
        table.loop.stop()
      }
    }
  }

  /// Runs an action on a table's loop and waits for its result.
  @discardableResult
  private func on<Value: Sendable>(
    _ table: ConnectionTable, _ action: @escaping @Sendable (ConnectionTable) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      table.loop.run { continuation.resume(returning: action(table)) }
    }
  }

  /// Clients notice nothing of it.
  @Test func aFullLoopSharesAndAnEmptyOneJoins() async throws {
    let place = Function.raw("where", access: .anyone) { _, _ in .text(threadName()) }
    try await withTwoLoops([place]) { tables, port in
      try await withConnections(4, to: port) { (clients: [TestClient]) async throws in
        func names() async throws -> Set<String> {
          var names: Set<String> = []
          for client in clients {
            try await client.send(Self.get)
            names.insert(await client.readResponse().body)
          }
          return names
        }
        #expect(try await names() == ["swiftlet-test-1"])
        await on(tables[0]) { $0.hasComputed(1) }
        #expect(try await names() == ["swiftlet-test-1", "swiftlet-test-2"])
        for table in tables { await on(table) { $0.hasComputed(0) } }
        #expect(try await names() == ["swiftlet-test-1"])
      }
    }
  }

  /// Runs a test with several connections.
  private func withConnections(
    _ count: Int, to port: Int, _ clients: [TestClient] = [], _ test: ([TestClient]) async throws -> Void
  ) async throws {
    guard count > 0 else { return try await test(clients) }
    try await withConnection(to: port) { try await withConnections(count - 1, to: port, clients + [$0], test) }
  }
}

/// A table whose loop does not tell it how much it computes: the test does.
private final class Unmeasured: ReactorClient {
  private let table: ConnectionTable

  init(_ table: ConnectionTable) { self.table = table }

  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) { table.descriptorIsReady(number, events) }
  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { table.lookAtClock(now) }
}

private func threadName() -> String { Thread.current.name ?? "" }
