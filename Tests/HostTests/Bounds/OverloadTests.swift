import Edge
import NIOCore
import Testing

@testable import Host

/// A host whose memory for bodies, or whose connections, are used up.
@Suite(.timeLimit(.minutes(10))) struct OverloadTests {
  private static let mebibyte = 1 << 20

  private static func post(_ name: String, _ length: Int, _ more: String = "") -> String {
    "POST /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(more)\r\n"
  }

  private static let typed = Function("typed", access: .anyone) { (input: String, _) in input.utf8.count }

  /// Returns once so many exchanges wait for memory.
  private func untilWaiting(_ count: Int, on host: LiveHost) async {
    while !Task.isCancelled, host.harness.host.dispatcher.bodies.current.waiting < count { await Task.yield() }
  }

  private func untilUsed(_ isRight: (Int) -> Bool, on host: LiveHost) async {
    while !Task.isCancelled, !isRight(host.harness.host.dispatcher.bodies.current.used) { await Task.yield() }
  }

  /// A body of a mebibyte takes three, and 7 of 8 are for large ones.
  private func withTwoBodies(wait: Double, _ test: (LiveHost) async throws -> Void) async throws {
    try await withLiveHost(functions: [Self.typed]) {
      $0.limits.bodyMemory = 8 * Self.mebibyte
      $0.limits.bodyWait = wait
      $0.limits.halfCloseProbe = 0.05
    } _: { host in
      try await withConnection(to: host.port, from: 2) { first in
        try await withConnection(to: host.port, from: 3) { second in
          for client in [first, second] { try await client.send(Self.post("typed", Self.mebibyte)) }
          await untilUsed({ $0 == 6 * Self.mebibyte }, on: host)
          try await test(host)
        }
      }
      await untilUsed({ $0 == 0 }, on: host)
    }
  }

  @Test func aShortBodyPassesWaitingBodiesAndADisconnectedClientWaitsNoMore() async throws {
    try await withTwoBodies(wait: 3600) { host in
      try await withConnection(to: host.port) { leaving in
        try await leaving.send(Self.post("typed", Self.mebibyte))
        await untilWaiting(1, on: host)
        try await withConnection(to: host.port) { other in
          try await other.send(Self.post("typed", 4) + #""ab""#)
          #expect(await other.readResponse().body == "2")
        }
        #expect(host.harness.host.dispatcher.bodies.current.waiting == 1)
      }
      while !Task.isCancelled, host.harness.host.dispatcher.bodies.current.waiting > 0 { await Task.yield() }
    }
  }

  /// A client that sends heads alone keeps its share, and not the memory of others.
  @Test func anAddressCannotHoldAllMemory() async throws {
    let text = "\"" + String(repeating: "x", count: Self.mebibyte - 2) + "\""
    try await withLiveHost(functions: [Self.typed]) {
      $0.limits.bodyMemory = 16 * Self.mebibyte
    } _: { host in
      var idle: [TestSocket] = []
      for _ in 0..<7 { idle.append(try await TestSocket(port: host.port, from: 2)) }
      defer { idle.forEach { $0.end() } }
      for socket in idle { try await socket.write(ByteBuffer(string: Self.post("typed", Self.mebibyte))) }
      await untilWaiting(5, on: host)
      #expect(host.harness.host.dispatcher.bodies.current.used == 6 * Self.mebibyte)
      try await withConnection(to: host.port) { other in
        try await other.send(Self.post("typed", Self.mebibyte) + text)
        #expect(await other.readResponse().body == "\(Self.mebibyte - 2)")
      }
    }
  }

  @Test func aLongWaitIsAnsweredAsOverload() async throws {
    try await withTwoBodies(wait: 0.05) { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.post("typed", Self.mebibyte))
        let answer = await client.readResponse()
        #expect(answer.verdict == "503 OVERLOADED")
        #expect(answer.body == #"{"code":"OVERLOADED","message":"The host is at its limit, try again later"}"#)
        #expect(answer["retry-after"] != nil)
        #expect(answer["x-relay-error"] == "true")
      }
    }
  }

  /// The memory of an exchange that has ended goes to the one that waits.
  @Test func memoryIsHandedOn() async throws {
    try await withLiveHost(functions: [Self.typed]) {
      $0.limits.bodyMemory = 4 * Self.mebibyte
    } _: { host in
      let text = "\"" + String(repeating: "x", count: Self.mebibyte - 2) + "\""
      try await withConnection(to: host.port) { first in
        try await first.send(Self.post("typed", Self.mebibyte))
        await untilUsed({ $0 == 3 * Self.mebibyte }, on: host)
        try await withConnection(to: host.port) { second in
          try await second.send(Self.post("typed", Self.mebibyte, "Expect: 100-continue\r\n"))
          await untilWaiting(1, on: host)
          try await first.send(text)
          #expect(await first.readResponse().body == "\(Self.mebibyte - 2)")
          // It is asked for its body now, and not before.
          #expect(await second.readHead().status == 100)
          try await second.send(text)
          #expect(await second.readResponse().body == "\(Self.mebibyte - 2)")
        }
      }
      await untilUsed({ $0 == 0 }, on: host)
    }
  }

  /// Bodies of unknown length that fill the memory are refused, and do not wait for one another.
  @Test func chunksThatFillTheMemory() async throws {
    try await withLiveHost(functions: [Self.typed, Handlers.echo]) {
      $0.limits.bodyMemory = 2 * Self.mebibyte
    } _: { host in
      for name in ["typed", "echo"] {
        try await withConnection(to: host.port) { client in
          try await client.send("POST /functions/v1/\(name) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
          let socket = client.socket
          async let sent: Void = {
            let chunk = ByteBuffer(string: "10000\r\n" + String(repeating: " ", count: 0x10000) + "\r\n")
            for _ in 0..<40 { guard (try? await socket.write(chunk)) != nil else { return } }
          }()
          // The most that could ever fit is refused as too large, what others hold as overload.
          let verdict = await client.readResponse().verdict
          #expect(verdict == "503 OVERLOADED" || verdict == "413 PAYLOAD_TOO_LARGE")
          await sent
        }
      }
      await untilUsed({ $0 == 0 }, on: host)
    }
  }

  /// What the embedded storage collects is in the budget too.
  @Test func aBodyOfTheStorageThatFindsNoMemory() async throws {
    try await withLiveHost {
      $0.limits.bodyMemory = Self.mebibyte
      $0.limits.bodyWait = 0.05
    } _: { host in
      let head = """
        POST /storage/v1/object/list/none HTTP/1.1\r\nHost: x\r\nContent-Length: \(256 << 10)\r\n\
        Authorization: Bearer \(try host.harness.token(sub: nil, role: .anon))\r\n\r\n
        """
      try await withConnection(to: host.port, from: 2) { first in
        try await first.send(head + "{")
        await untilUsed({ $0 == 3 * (256 << 10) }, on: host)
        try await withConnection(to: host.port, from: 3) { second in
          try await second.send(head + "{")
          let refused = await second.readResponse()
          #expect(refused.refusal == "503 503 Overloaded")
          #expect(refused["retry-after"] == "1")
        }
        try await first.send("}" + String(repeating: " ", count: (256 << 10) - 2))
        #expect(await first.readResponse().refusal == "400 404 Bucket not found")
      }
      await untilUsed({ $0 == 0 }, on: host)
    }
  }

  @Test func aBodyAboveTheWholeBudgetIsTooLarge() async throws {
    try await withLiveHost(functions: [Self.typed]) {
      $0.limits.bodyMemory = 4 * Self.mebibyte
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.post("typed", 2 * Self.mebibyte))
        #expect(await client.readResponse().verdict == "413 PAYLOAD_TOO_LARGE")
      }
    }
  }

  /// A raw function may collect more than there is: trying again would not help its client.
  @Test func aRawBodyAboveTheWholeBudgetIsTooLarge() async throws {
    let collects = Function.raw("collects", access: .anyone) { request, _ in
      .text("\(try await request.body.collect(upTo: 64 << 20).readableBytes)")
    }
    try await withLiveHost(functions: [collects]) {
      $0.limits.bodyMemory = 4 * Self.mebibyte
    } _: { host in
      try await withConnection(to: host.port) { client in
        try await client.send(Self.post("collects", 5 * Self.mebibyte) + "the first chunk")
        #expect(await client.readResponse().verdict == "413 PAYLOAD_TOO_LARGE")
      }
    }
  }

  @Test func connectionsAboveTheLimit() async throws {
    try await withLiveHost(functions: [Handlers.echo]) {
      $0.limits.connections = 2
    } _: { host in
      let get = "GET /functions/v1/echo HTTP/1.1\r\nHost: x\r\n\r\n"
      try await withConnection(to: host.port) { first in
        try await first.send(get)
        #expect(await first.readResponse().status == 200)
        try await withConnection(to: host.port) { second in
          try await second.send(get)
          #expect(await second.readResponse().status == 200)
          try await withConnection(to: host.port) { third in
            try await third.send(get)
            let answer = await third.readResponse()
            #expect(answer.verdict == "503 OVERLOADED")
            #expect(answer["retry-after"] != nil)
            #expect(answer["connection"] == "close")
          }
        }
        try await first.send(get)
        #expect(await first.readResponse().status == 200)
        let text = host.harness.registry.text
        #expect(text.contains("swiftlet_connections_refused_total 1"))
        #expect(text.contains("swiftlet_connections "))
      }
    }
  }
}
