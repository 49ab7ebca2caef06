import Foundation
import Loop
import NIOCore
import Testing

@testable import HTTPServer

/// The distribution of connections over loops.
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

  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test func aLoopThatReportsNothingIsIdle() {
    let loads = Loads(count: 3)
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    #expect(loads.update(1, 0.9, at: start) == [0, 0.9, 0])
    #expect(loads.update(0, 0.5, at: start + .milliseconds(150)) == [0.5, 0.9, 0])
    #expect(loads.update(2, 0.1, at: start + .milliseconds(250)) == [0.5, 0, 0.1])
  }

  /// Two loops that serve one address. The tests say how much the loops compute.
  private func withTwoLoops(
    _ handler: TestHandler, _ test: (_ tables: [ConnectionTable], _ port: Int) async throws -> Void
  ) async throws {
    let loads = Loads(count: 2)
    let limit = ConnectionLimit(1000, handler: handler)
    let tables = try (0..<2).map { index in
      let setup = ConnectionSetup(handler: handler, loopIndex: index, limits: .test, date: DateHeader())
      return ConnectionTable(
        on: try Reactor(named: "swiftlet-test-\(index + 1)"), loads: loads, limit: limit, setup: setup)
    }
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    for table in tables {
      table.connect(to: tables)
      table.loop.start(Unmeasured(table))
    }
    #expect(await on(tables[0]) { $0.listen(Acceptor(socket, handler: handler)) })
    try await test(tables, port)
    for table in tables {
      await on(table) { table in
        table.stopListening()
        table.closeAll()
      }
      table.stop()
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

  /// Connections move between loops without an effect on clients.
  @Test func aFullLoopSharesAndAnEmptyOneJoins() async throws {
    try await withTwoLoops(TestHandler { _, _ in .test(threadName()) }) { tables, port in
      let clients = try (0..<4).map { _ in try TestClient(port: port) }
      func names() throws -> Set<String> {
        Set(
          try clients.map { client in
            client.send(Self.get)
            return try client.readResponse()
          })
      }
      #expect(try names() == ["swiftlet-test-1"])
      await on(tables[0]) { $0.loadMeasured(1) }
      #expect(try names() == ["swiftlet-test-1", "swiftlet-test-2"])
      for table in tables { await on(table) { $0.loadMeasured(0) } }
      #expect(try names() == ["swiftlet-test-1"])
    }
  }
}

/// A table whose loop does not tell it how much it computes: the test does.
private final class Unmeasured: ReactorClient {
  private let table: ConnectionTable

  init(_ table: ConnectionTable) { self.table = table }

  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) { table.descriptorIsReady(number, events) }
  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? { table.lookAtClock(now) }
}

private func threadName() -> String { Thread.current.name ?? "" }
