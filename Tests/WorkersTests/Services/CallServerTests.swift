import Edge
import Foundation
import HTTPCalls
import NIOCore
import SwiftletTesting
import Testing

@testable import Channel
@testable import Worker
@testable import Workers

@Suite("Operations of calls", .timeLimit(.minutes(10)))
struct CallServerTests {
  @Test func anOperationOfACallThatHasEndedIsAnsweredWithAnError() async throws {
    try await LinkedCall().run { link in
      await link.endCall()
      let error = await #expect(throws: RemoteError.self) {
        _ = try await RemoteStorage(link.services).buckets()
      }
      #expect(error?.type == "CallEnded")
      #expect(link.violations == [])
    }
  }

  @Test(arguments: [UInt64(0), 1, 3, 4, 1 << 40]) func aCallThatNeverWasIsAViolation(_ call: UInt64) async throws {
    try await LinkedCall().run { link in
      let exchange = try link.open(OperationMessage(call: call, .buckets).payload)
      await #expect(throws: (any Error).self) { _ = try await exchange.answer() }
      #expect(link.violations.count == 1)
    }
  }

  @Test(arguments: [[], [0xFF], [2, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0xFF]] as [[UInt8]])
  func anUnreadableOperationIsAViolation(_ bytes: [UInt8]) async throws {
    try await LinkedCall().run { link in
      let exchange = try link.open(ByteBuffer(bytes: bytes))
      await #expect(throws: (any Error).self) { _ = try await exchange.answer() }
      #expect(link.violations.count == 1)
    }
  }

  @Test func theEndOfACallCancelsItsOperations() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    var call = LinkedCall()
    call.http = HTTPClient(transport: WaitingTransport { begin.yield() })
    try await call.run { link in
      let client = HTTPClient(transport: RemoteHTTPTransport(link.services))
      let task = Task { try await client.get("https://a.example/") }
      for await _ in begun { break }
      await link.endCall()
      await #expect(throws: (any Error).self) { _ = try await task.value }
    }
  }

  @Test func anOperationBeyondTheLimitOfACallIsRefused() async throws {
    let held = HeldBackground()
    var call = LinkedCall()
    call.background = held
    try await call.run { link in
      // The host starts none of the background work.
      var open: [OutgoingExchange] = []
      for _ in 0..<CallServer.capacity { open.append(try link.channel.open(.background)) }
      let error = await #expect(throws: RemoteError.self) { () async throws in
        _ = try await link.channel.open(.background).answer(as: Nothing.self)
      }
      #expect(error?.type == "TooManyOperations")
      #expect(open.count == CallServer.capacity && link.violations == [])
    }
  }

  @Test func manyOperationsWaitForTheirPlace() async throws {
    try await LinkedCall().run { link in
      let storage = RemoteStorage(link.services)
      await withDiscardingTaskGroup { group in
        for _ in 0..<200 {
          // The storage is absent: each is answered with an error.
          group.addTask { await #expect(throws: FunctionError.self) { _ = try await storage.buckets() } }
        }
      }
      #expect(link.violations == [])
    }
  }
}

/// A transport whose requests wait until they are cancelled.
private struct WaitingTransport: HTTPTransport {
  let begun: @Sendable () -> Void

  func exchange(_ request: HTTPClient.Request, isStreamed: Bool) async throws -> HTTPClient.StreamedResponse {
    begun()
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    continuation.finish()
    throw CancellationError()
  }

  func shutdown() async {}
}
