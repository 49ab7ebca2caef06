import Edge
import Loop
import NIOCore
import Testing

@testable import Host

/// The end of one exchange's task does not reach another exchange.
@Suite(.timeLimit(.minutes(10))) struct ExchangeTaskTests {
  private static func get(_ path: String) -> String { "GET /functions/v1/\(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

  /// Says whether its task is cancelled.
  private static let tells = Function.raw("tells", access: .anyone) { _, _ in .text("\(Task.isCancelled)") }

  private func expectNoneIsCancelled(_ host: LiveHost) async throws {
    for _ in 0..<8 {
      try await withConnection(to: host.port) { client in
        for _ in 0..<4 {
          try await client.send(Self.get("tells") + Self.get("tells"))
          #expect(await client.readResponse().body == "false")
          #expect(await client.readResponse().body == "false")
        }
      }
    }
  }

  @Test func aCancelledTaskRunsNoLaterRequest() async throws {
    let calls = (0..<8).map { _ in (begun: Promise<Bool>(), over: Promise<Bool>()) }
    let waits = Function.raw("waits", access: .anyone) { request, _ in
      let call = calls[Int(request.path.dropFirst()) ?? 0]
      call.begun.fulfil(true)
      await untilCancelled(fulfilling: Promise<Bool>())
      call.over.fulfil(true)
      return .text("an unread response")
    }
    try await withLiveHost(functions: [Self.tells, waits]) {
      $0.limits.halfCloseProbe = 0.05
    } _: { host in
      for (number, call) in calls.enumerated() {
        try await withConnection(to: host.port) { client in
          try await client.send(Self.get("tells"))
          _ = await client.readResponse()
          try await client.send(Self.get("waits/\(number)"))
          _ = await call.begun.value()
        }
        _ = await call.over.value()
      }
      try await expectNoneIsCancelled(host)
    }
  }

  @Test func aClientThatLeavesAfterItsResponseCancelsNoLaterRequest() async throws {
    let (gate, open) = (Promise<Bool>(), Promise<Bool>())
    let gated = Function.raw("gated", access: .anyone) { _, _ in
      open.fulfil(true)
      _ = await gate.value()
      return .text("\(Task.isCancelled)")
    }
    try await withLiveHost(functions: [Self.tells, gated]) { host in
      try await withConnection(to: host.port) { client in
        try await withConnection(to: host.port) { other in
          try await other.send(Self.get("tells"))
          _ = await other.readResponse()
          try await client.send(Self.get("tells") + Self.get("gated"))
          #expect(await client.readResponse().body == "false")
          _ = await open.value()
        }
        try await expectNoneIsCancelled(host)
        gate.fulfil(true)
        #expect(await client.readResponse().body == "false")
      }
    }
  }

  /// Many requests at once, and as many again.
  @Test func manyAtOnce() async throws {
    let count = 100
    let gate = Promise<Bool>()
    let begun = Counter()
    let gated = Function.raw("gated", access: .anyone) { request, _ in
      begun.increment()
      if begun.value == count { gate.fulfil(true) }
      _ = await gate.value()
      return .text(request.path)
    }
    try await withLiveHost(functions: [gated, Self.tells]) { host in
      for _ in 0..<2 {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<count {
            group.addTask {
              try await withConnection(to: host.port) { client in
                try await client.send(Self.get("gated/\(number)"))
                #expect(await client.readResponse().body == "/\(number)")
              }
            }
          }
          try await group.waitForAll()
        }
      }
      try await expectNoneIsCancelled(host)
    }
  }
}
