import Glibc
import NIOCore
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(10))) struct ChannelEndTests {
  @Test func theOtherSidesEndIsAHangUp() async throws {
    try await ChannelTest.run(workerServes: { _ in }) { test in
      let exchange = try test.host.open(.text("call"))
      test.worker.close()
      #expect(await test.hostSide.end() == .hangUp)
      #expect(await test.workerSide.end() == .local)
      await #expect(throws: ChannelClosed.self) { try await exchange.answer() }
      await #expect(throws: ChannelClosed.self) { try await exchange.write(.text("piece")) }
      await exchange.finished()
      #expect(throws: ChannelClosed.self) { try test.host.open(.text("call")) }
      test.host.note(.text("nothing"))
      test.host.close()
    }
  }

  @Test func theEndCancelsExchangesOfTheOtherSide() async throws {
    let isCancelled = AsyncStream<Void>.makeStream()
    let isOpen = AsyncStream<Void>.makeStream()
    let serve: TestHandler.Serve = { exchange in
      exchange.onCancel { isCancelled.continuation.finish() }
      isOpen.continuation.finish()
    }
    try await ChannelTest.run(workerServes: serve) { test in
      _ = try test.host.open(.text("call"))
      for await _ in isOpen.stream {}
      test.host.close()
      for await _ in isCancelled.stream {}
      #expect(await test.workerSide.end() == .hangUp)
    }
  }

  @Test func aStreamBreaksOffWithTheChannel() async throws {
    let serve: TestHandler.Serve = { exchange in
      exchange.answer(ByteBuffer(), hasBody: true)
      try await exchange.write(.text("some"))
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchange = try test.host.open(.text("call"))
      _ = try await exchange.answer()
      let body = try #require(exchange.body)
      #expect(try await body.next() == .text("some"))
      test.worker.close()
      await #expect(throws: ChannelClosed.self) { try await body.next() }
    }
  }

  @Test func bothSidesMayCloseAtOnce() async throws {
    try await ChannelTest.run { test in
      async let first: Void = test.host.close()
      async let second: Void = test.worker.close()
      _ = await (first, second)
      #expect(await test.hostSide.end() != nil)
      #expect(await test.workerSide.end() != nil)
    }
  }

  @Test func anAnswerBeforeTheEndIsReceived() async throws {
    try await BareWorker.run { test in
      let exchange = try test.host.open(.text("call"))
      test.send(
        Frame(.hello, id: 0), Frame(.answer, id: exchange.id, flags: .isDone, payload: .text("last words")))
      shutdown(test.descriptor, CInt(SHUT_RDWR))
      #expect(try await exchange.answer() == .text("last words"))
      #expect(await test.hostSide.end() == .hangUp)
    }
  }

  @Test func bytesThatAreNoFrameEndTheChannel() async throws {
    try await BareWorker.run { test in
      let exchange = try test.host.open(.text("call"))
      test.send(Array("garbage, and then some more".utf8))
      #expect(await test.hostSide.end() == .violation(.version(UInt8(ascii: "a"))))
      await #expect(throws: ChannelClosed.self) { try await exchange.answer() }
      var byte: UInt8 = 0
      // What the host had sent is there, and then the end.
      while unsafe recv(test.descriptor, &byte, 1, 0) == 1 {}
    }
  }

  @Test func aFrameAgainstTheRulesEndsTheChannel() async throws {
    try await BareWorker.run { test in
      test.send(Frame(.hello, id: 0), Frame(.open, id: 2))
      #expect(await test.hostSide.end() == .violation(.parity(2)))
    }
  }

  @Test func anErrorOfTheSystemThatIsNoHangUpEndsTheChannel() async throws {
    let loop = try ChannelLoop(named: "test-host")
    loop.start()
    var ends: [CInt] = [-1, -1]
    let result = unsafe pipe(&ends)
    try #require(result == 0)
    let side = TestHandler(on: loop.reactor)
    // A pipe is watched like a socket, and refuses what is sent.
    let host = loop.connect(ends[0], as: .host, hello: ByteBuffer(), handler: side)
    #expect(await side.end() == .failed(ENOTSOCK))
    #expect(throws: ChannelClosed.self) { try host.open(.text("call")) }
    close(ends[1])
    loop.stop()
  }

  @Test func aWorkerThatDoesNotReadLosesItsChannel() async throws {
    let limits = ChannelLimits(outbox: 1 << 20, fullOutbox: 4 << 20)
    try await BareWorker.run(limits: limits) { test in
      test.send(Frame(.hello, id: 0))
      let payload = ByteBuffer(repeating: 0, count: Frame.maximumPayload)
      for _ in 0..<10 { test.host.note(payload) }
      #expect(await test.hostSide.end() == .violation(.notReading))
    }
  }

  @Test func aWorkerThatReadsLaterGetsEverything() async throws {
    try await BareWorker.run { test in
      let payload = ByteBuffer(repeating: 5, count: Frame.maximumPayload)
      for _ in 0..<4 { test.host.note(payload) }
      var decoder = FrameDecoder()
      var frames: [Frame] = []
      var bytes = [UInt8](repeating: 0, count: 100_000)
      var watched = pollfd(fd: test.descriptor, events: Int16(POLLIN), revents: 0)
      while frames.count < 5, unsafe poll(&watched, 1, 10_000) == 1 {
        let count = unsafe recv(test.descriptor, &bytes, bytes.count, 0)
        try #require(count > 0)
        var position = 0
        let received = Array(bytes[..<count])
        while let frame = try decoder.next(unsafe received.span.bytes, &position) { frames.append(frame) }
      }
      #expect(frames.map(\.kind) == [.hello, .note, .note, .note, .note])
      #expect(frames.dropFirst().allSatisfy { $0.payload == payload })
    }
  }
}
