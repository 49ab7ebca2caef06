import Channel
import Curl
import Edge
import HTTPCalls
import NIOCore
import SwiftletTesting
import Testing

@testable import Worker
@testable import Workers

/// The memory of a worker's long operations.
@Suite struct OperationMemoryTests {
  @Test func theSharesOfAllOperationsAreBoundedTogether() throws {
    let memory = OperationMemory()
    var first: OperationMemory.Lease? = memory.lease()
    let second = memory.lease()
    try first?.add(memory.limit - 10)
    try second.add(10)
    #expect(throws: RemoteError.self) { try second.add(1) }
    // What was refused is not counted, and the end of an operation gives its share back.
    first = nil
    try second.add(memory.limit - 10)
    #expect(throws: RemoteError.self) { try memory.lease().add(1) }
    #expect(memory.refusal != nil)
  }

  @Test func whatHasTakenEffectIsCountedAndFurtherOperationsAreRefused() {
    let memory = OperationMemory()
    #expect(memory.refusal == nil)
    do {
      let lease = memory.lease()
      lease.count(memory.limit + 1)
      #expect(memory.refusal != nil)
    }
    #expect(memory.refusal == nil)
  }

  @Test func aBodyOverTheLimitIsRefusedAndItsShareGivenBack() async throws {
    var call = LinkedCall()
    call.memory = OperationMemory(limit: 1 << 20)
    try await call.run { link in
      let client = HTTPClient(transport: RemoteHTTPTransport(link.services))
      func send(_ length: Int) async throws {
        _ = try await client.send(
          HTTPClient.Request(method: .put, url: "https://a.example/b", body: ByteBuffer(repeating: 7, count: length)))
      }
      for _ in 1...3 { try await send(900 << 10) }
      let error = await #expect(throws: RemoteError.self) { try await send(2 << 20) }
      #expect(error?.type == "TooManyBytes")
      #expect(error?.description.contains("1 MiB") == true)
      try await send(900 << 10)
      #expect(link.violations == [])
    }
    #expect(call.memory.refusal == nil)
  }

  @Test func aResponseOverTheLimitIsRefusedWhileItArrives() async throws {
    var call = LinkedCall()
    call.memory = OperationMemory(limit: 1 << 20)
    call.http = HTTPClient { request in
      // As the transport does with the parts of a body.
      for _ in 0..<(request.url.hasSuffix("/long") ? 20 : 1) { try request.admitting?(100 << 10) }
      return HTTPClient.StreamedResponse(body: HTTPClient.ResponseBody(ByteBuffer(repeating: 7, count: 100 << 10)))
    }
    try await call.run { link in
      let client = HTTPClient(transport: RemoteHTTPTransport(link.services))
      for _ in 1...3 {
        let response = try await client.get("https://a.example/short")
        #expect(response.body.readableBytes == 100 << 10)
        let error = await #expect(throws: RemoteError.self) { _ = try await client.get("https://a.example/long") }
        #expect(error?.type == "TooManyBytes")
      }
      #expect(link.violations == [])
    }
    #expect(call.memory.refusal == nil)
  }

  @Test func theRestOfAShareIsGivenBack() throws {
    let memory = OperationMemory()
    let lease = memory.lease()
    try lease.add(memory.limit)
    lease.replace(with: 10)
    #expect(memory.refusal == nil)
    try memory.lease().add(memory.limit - 10)
    lease.replace(with: memory.limit)
    #expect(memory.refusal != nil)
    withExtendedLifetime(lease) {}
  }

  @Test func aTransactionFailsOnceTheMemoryIsUsedUp() async throws {
    var call = LinkedCall()
    let memory = OperationMemory(limit: 1 << 20)
    call.memory = memory
    try await call.run { link in
      let database = Database(RemoteDatabaseEngine(link.channel, dialect: .sqlite))
      try await database.execute("CREATE TABLE t (id INTEGER)")
      let error = await #expect(throws: RemoteError.self) {
        try await database.transaction { transaction in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          let lease = memory.lease()
          lease.count(1 << 20)
          // A body that goes on although a statement was refused.
          _ = try? await transaction.execute("INSERT INTO t VALUES (2)")
          withExtendedLifetime(lease) {}
        }
      }
      #expect(error?.type == "TooManyBytes")
      let rows = try await database.query("SELECT id FROM t")
      #expect(rows.isEmpty)
    }
  }

  @Test func aLongStatementOverTheLimitIsRefusedAndItsShareGivenBack() async throws {
    var call = LinkedCall()
    call.memory = OperationMemory(limit: 1 << 20)
    try await call.run { link in
      let database = Database(RemoteDatabaseEngine(link.channel, dialect: .sqlite))
      func length(_ count: Int) async throws -> Int? {
        let text = String(repeating: "x", count: count)
        return try await database.first("SELECT length(\(text)) AS length")?.get("length")
      }
      let fitting = 900 << 10
      var lengths = [try await length(fitting), try await length(fitting)]
      await #expect(throws: (any Error).self) { _ = try await length(2 << 20) }
      lengths.append(try await length(fitting))
      #expect(lengths == [fitting, fitting, fitting])
    }
    #expect(call.memory.refusal == nil)
  }
}
