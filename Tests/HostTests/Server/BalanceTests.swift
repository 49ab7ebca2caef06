import Edge
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import Host

/// Which loop serves which connections.
@Suite(.timeLimit(.minutes(1))) struct BalanceTests {
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

  private static func get(_ path: String) -> String { "GET /functions/v1/where\(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

  @Test func whoSaysNothingHasNothingToDo() {
    let loads = Loads(count: 3)
    let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    #expect(loads.update(1, 0.9, at: start) == [0, 0.9, 0])
    #expect(loads.update(0, 0.5, at: start + .milliseconds(150)) == [0.5, 0.9, 0])
    #expect(loads.update(2, 0.1, at: start + .milliseconds(250)) == [0.5, 0, 0.1])
  }

  /// Clients notice nothing of it, on however many connections they send ahead.
  @Test(.enabled(if: System.coreCount > 1))
  func aFullLoopSharesAndAnEmptyOneJoins() async throws {
    let place = Function.raw("where", access: .anyone) { request, _ in
      let end = ContinuousClock.now.advanced(by: .milliseconds(request.path == "/long" ? 4 : 0))
      while ContinuousClock.now < end {}
      return .text(threadName())
    }
    try await withLiveHost(functions: [place]) { host in
      let hasMoved = Promise<Bool>()
      let isOver = Flag()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await withConnection(to: host.port) { client in
              while !isOver.isSet {
                try await client.send(Self.get("/long") + Self.get("/long"))
                for _ in 0..<2 where await client.readResponse().body == "swiftlet-http-2" { hasMoved.fulfil(true) }
              }
              // With little to do each comes back.
              var name = ""
              while name != "swiftlet-http-1" {
                try await client.send(Self.get("/short"))
                name = await client.readResponse().body
              }
            }
          }
        }
        _ = await hasMoved.value()
        isOver.set()
        try await group.waitForAll()
      }
    }
  }
}

private final class Flag: Sendable {
  private let state = Mutex(false)
  var isSet: Bool { state.withLock { $0 } }
  func set() { state.withLock { $0 = true } }
}

private func threadName() -> String { Thread.current.name ?? "" }
