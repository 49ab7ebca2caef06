import NIOCore
import Synchronization
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(10))) struct ChannelStreamTests {
  private static let piece = ByteBuffer(repeating: 7, count: 100_000)

  /// Answers with as many bytes as the opener sends.
  private static let echo: TestHandler.Serve = { exchange in
    let body = exchange.body
    exchange.answer(.text("begins"), hasBody: true)
    while let piece = try await body?.next() { try await exchange.write(piece) }
    exchange.end()
    exchange.done()
  }

  @Test func bothSidesStreamAtOnce() async throws {
    try await ChannelTest.run(workerServes: Self.echo) { test in
      let exchange = try test.host.open(ByteBuffer(), hasBody: true)
      async let isWritten: Void = {
        for _ in 0..<50 { try await exchange.write(Self.piece) }
        exchange.end()
      }()
      #expect(try await exchange.answer() == .text("begins"))
      var count = 0
      for try await piece in try #require(exchange.body) { count += piece.readableBytes }
      try await isWritten
      #expect(count == 50 * Self.piece.readableBytes)
      await exchange.finished()
      #expect(test.worker.held.load(ordering: .relaxed) == 0)
    }
  }

  @Test func aSlowReaderStallsOnlyItsOwnExchange() async throws {
    try await ChannelTest.run(workerServes: Self.endless) { test in
      let slow = try test.host.open(.text("endless"))
      _ = try await slow.answer()
      let body = try #require(slow.body)
      for _ in 0..<1000 { _ = try await test.host.open(.text("call")).answer() }
      #expect(try await body.next() != nil)
    }
  }

  /// Streams without an end when it is asked to.
  private static let endless: TestHandler.Serve = { exchange in
    guard exchange.payload == .text("endless") else { return exchange.answer(ByteBuffer(), isDone: true) }
    exchange.answer(ByteBuffer(), hasBody: true)
    defer { exchange.done() }
    while true { try await exchange.write(piece) }
  }

  @Test func aDroppedStreamIsStopped() async throws {
    try await ChannelTest.run(workerServes: Self.endless) { test in
      let exchange = try test.host.open(.text("endless"))
      _ = try await exchange.answer()
      do {
        let body = try #require(exchange.body)
        _ = try await body.next()
      }
      #expect(exchange.body == nil)
      await exchange.finished()
    }
  }

  @Test func anExchangeThatIsDroppedStopsItsStream() async throws {
    let isStopped = AsyncStream<Void>.makeStream()
    let serve: TestHandler.Serve = { exchange in
      exchange.answer(ByteBuffer(), hasBody: true)
      await #expect(throws: CancellationError.self) { while true { try await exchange.write(Self.piece) } }
      exchange.done()
      isStopped.continuation.finish()
    }
    try await ChannelTest.run(workerServes: serve) { test in
      // Dropped before the answer has come.
      _ = try test.host.open(ByteBuffer())
      for await _ in isStopped.stream {}
    }
  }

  @Test func theOpenersStreamBreaksOff() async throws {
    let serve: TestHandler.Serve = { exchange in
      let body = exchange.body
      await #expect(throws: ExchangeFailed("no more")) { while try await body?.next() != nil {} }
      exchange.answer(ByteBuffer(), isDone: true)
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchange = try test.host.open(ByteBuffer(), hasBody: true)
      try await exchange.write(.text("some"))
      exchange.fail("no more")
      _ = try await exchange.answer()
    }
  }

  @Test func aWriterIsToldThatTheExchangeIsOver() async throws {
    try await ChannelTest.run(workerServes: { $0.answer(ByteBuffer(), isDone: true) }) { test in
      let exchange = try test.host.open(ByteBuffer(), hasBody: true)
      await #expect(throws: CancellationError.self) { while true { try await exchange.write(Self.piece) } }
    }
  }

  @Test func aCancelledWriterWaitsNoMore() async throws {
    let isOver = AsyncStream<Void>.makeStream()
    let serve: TestHandler.Serve = { exchange in
      let body = exchange.body
      for await _ in isOver.stream {}
      exchange.done()
      withExtendedLifetime(body) {}
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchange = try test.host.open(ByteBuffer(), hasBody: true)
      try await exchange.write(ByteBuffer(repeating: 0, count: Frame.initialCredit))
      let writer = Task { try await exchange.write(.text("more")) }
      writer.cancel()
      await #expect(throws: CancellationError.self) { try await writer.value }
      isOver.continuation.finish()
    }
  }

  @Test func piecesAreReadAfterTheExchangesEnd() async throws {
    let serve: TestHandler.Serve = { exchange in
      exchange.answer(ByteBuffer(), hasBody: true)
      try await exchange.write(.text("one"))
      try await exchange.write(.text("two"))
      exchange.end()
      exchange.done()
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchange = try test.host.open(ByteBuffer())
      _ = try await exchange.answer()
      await exchange.finished()
      var text = ""
      for try await piece in try #require(exchange.body) { text += String(buffer: piece) }
      #expect(text == "onetwo")
    }
  }

  @Test func aHostThatHoldsTooMuchReadsLater() async throws {
    let mayRead = AsyncStream<Void>.makeStream()
    let release = Task { for await _ in mayRead.stream {} }
    let serve: TestHandler.Serve = { exchange in
      await release.value
      var count = 0
      if let body = exchange.body { for try await piece in body { count += piece.readableBytes } }
      exchange.answer(ByteBuffer(integer: count), isDone: true)
    }
    try await ChannelTest.run(limits: ChannelLimits(heldBytes: 300_000), hostServes: serve) { test in
      let exchanges = try (0..<8).map { _ in try test.worker.open(ByteBuffer(), hasBody: true) }
      for exchange in exchanges {
        try await exchange.write(Self.piece)
        exchange.end()
      }
      mayRead.continuation.finish()
      for exchange in exchanges {
        let answer = try await exchange.answer()
        #expect(answer == ByteBuffer(integer: Self.piece.readableBytes))
      }
      #expect(test.host.held.load(ordering: .relaxed) == 0)
    }
  }
}
