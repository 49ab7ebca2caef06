import Glibc
import Loop
import NIOCore
import Synchronization
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(10))) struct ChannelDriverTests {
  @Test func theSidesGreetEachOther() async throws {
    try await ChannelTest.run { test in
      var hostEvents = test.hostSide.events.makeAsyncIterator()
      var workerEvents = test.workerSide.events.makeAsyncIterator()
      #expect(await hostEvents.next() == .hello("manifest"))
      #expect(await workerEvents.next() == .hello("start"))
    }
  }

  /// The other side's first frame may be there before the host watches the socket, and make the host open an exchange at
  /// once.
  @Test func theFirstFrameComesBeforeAllOthers() async throws {
    let loop = try ChannelLoop(named: "test-host")
    loop.start()
    for _ in 0..<300 {
      let pair = try ChannelPair.make()
      try send(0, to: pair.worker)
      let side = EagerSide()
      let channel = loop.connect(pair.host, as: .host, hello: ByteBuffer(), handler: side)
      await side.opened.value()
      #expect(try firstFrame(at: pair.worker) == .hello)
      channel.close()
      close(pair.worker)
    }
    loop.stop()
  }

  /// Waits for a header, and returns its kind.
  private func firstFrame(at descriptor: CInt) throws -> FrameKind? {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(unsafe poll(&waiting, 1, 60_000) == 1)
    var words: [UInt64] = [0, 0]
    try #require(unsafe recv(descriptor, &words, Frame.headerSize, 0) == Frame.headerSize)
    return try FrameHeader(words: UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1])).kind
  }

  @Test func manyShortFramesOfOneChannelDoNotDelayAnother() async throws {
    let loop = try ChannelLoop(named: "test-host")
    let order = NoteOrder()
    let (flood, other) = (try ChannelPair.make(), try ChannelPair.make())
    for (number, pair) in [flood, other].enumerated() {
      _ = loop.connect(pair.host, as: .host, hello: ByteBuffer(), handler: order.side(number))
    }
    // More than one read takes.
    try send(5000, to: flood.worker)
    try send(1, to: other.worker)
    // Both wait when the loop begins.
    loop.start()
    let notes = await order.first(5001)
    let place = try #require(notes.firstIndex(of: 1))
    #expect(place < 5000, "the other channel had its turn in between")
    loop.stop()
    for pair in [flood, other] { close(pair.worker) }
  }

  /// Sends the first frame and short notes, which have to fit into the socket.
  private func send(_ notes: Int, to descriptor: CInt) throws {
    var buffer = ByteBuffer()
    Frame(.hello, id: 0).write(to: &buffer)
    for _ in 0..<notes { Frame(.note, id: 0, payload: .text("n")).write(to: &buffer) }
    let bytes = Array(buffer: buffer)
    try #require(unsafe Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count)
  }

  @Test func anExchangeIsAnswered() async throws {
    try await ChannelTest.run { test in
      let exchange = try test.host.open(.text("call"))
      #expect(try await exchange.answer() == .text("call"))
      await exchange.finished()
      #expect(exchange.body == nil)
      #expect(test.host.openCount == 0)
    }
  }

  /// A worker that dies in a call has begun it for the host too, however late the opener's thread goes on.
  @Test func theOpenerKnowsAnExchangeBeforeTheOtherSide() async throws {
    let known = Mutex<Set<UInt64>>([])
    let unknown = Mutex(0)
    let serve: TestHandler.Serve = { exchange in
      if !known.withLock({ $0.contains(exchange.id) }) { unknown.withLock { $0 += 1 } }
      exchange.answer(ByteBuffer(), isDone: true)
    }
    let call = { @Sendable (host: WorkerChannel) in
      for _ in 0..<200 {
        _ = try await host.open(.text("call")) { call in known.withLock { _ = $0.insert(call.id) } }.answer()
      }
    }
    try await ChannelTest.run(workerServes: serve) { test in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { try await call(test.host) } }
        try await group.waitForAll()
      }
    }
    #expect(unknown.withLock(\.self) == 0)
    #expect(known.withLock(\.count) == 1600)
  }

  @Test func tenThousandExchangesAreOpenAtOnce() async throws {
    let isOpen = AsyncStream<Void>.makeStream()
    let count = Mutex(0)
    // An asynchronous stream has one reader, so the tasks wait for a shared one.
    let release = Task { for await _ in isOpen.stream {} }
    let serve: TestHandler.Serve = { exchange in
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 10_000 { isOpen.continuation.finish() }
      await release.value
      exchange.answer(exchange.payload, isDone: true)
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchanges = try (0..<10_000).map { try test.host.open(ByteBuffer(integer: $0)) }
      #expect(test.host.openCount == 10_000)
      for (number, exchange) in exchanges.enumerated() {
        #expect(try await exchange.answer() == ByteBuffer(integer: number))
      }
      #expect(test.host.openCount == 0)
    }
  }

  @Test func bothSidesOpenExchangesAtOnce() async throws {
    let serve: TestHandler.Serve = { $0.answer($0.payload, isDone: true) }
    try await ChannelTest.run(hostServes: serve, workerServes: serve) { test in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<200 {
          for side in [test.host, test.worker] {
            group.addTask {
              let answer = try await side.open(ByteBuffer(integer: number)).answer()
              #expect(answer == ByteBuffer(integer: number))
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func aCancelledTaskIsSeenByTheOtherSideAndStillGetsTheAnswer() async throws {
    let isOpen = AsyncStream<Void>.makeStream()
    let serve: TestHandler.Serve = { exchange in
      let isCancelled = AsyncStream<Void>.makeStream()
      exchange.onCancel { isCancelled.continuation.finish() }
      isOpen.continuation.finish()
      for await _ in isCancelled.stream {}
      exchange.answer(.text("late"), isDone: true)
    }
    try await ChannelTest.run(workerServes: serve) { test in
      let call = Task { try await test.host.open(.text("call")).answer() }
      for await _ in isOpen.stream {}
      call.cancel()
      let answer = try await call.value
      #expect(answer == .text("late"))
    }
  }

  @Test func anExchangeThatIsCancelledAndDoneHasNoAnswer() async throws {
    let serve: TestHandler.Serve = { exchange in exchange.onCancel { exchange.done() } }
    try await ChannelTest.run(workerServes: serve) { test in
      let exchange = try test.host.open(.text("call"))
      exchange.cancel()
      await #expect(throws: CancellationError.self) { try await exchange.answer() }
    }
    try await ChannelTest.run(workerServes: { $0.done() }) { test in
      let exchange = try test.host.open(.text("call"))
      await #expect(throws: ExchangeUnanswered.self) { try await exchange.answer() }
    }
  }

  @Test func notesArriveInTheirOrder() async throws {
    let serve: TestHandler.Serve = { exchange in
      exchange.note(.text("first"))
      exchange.note(.text("second"))
      exchange.answer(ByteBuffer(), isDone: true)
    }
    try await ChannelTest.run(workerServes: serve) { test in
      var events = test.hostSide.events.makeAsyncIterator()
      _ = await events.next()
      let exchange = try test.host.open(.text("call"))
      #expect(await events.next() == .note("first", exchange.id))
      #expect(await events.next() == .note("second", exchange.id))
      test.worker.note(.text("retiring"))
      #expect(await events.next() == .note("retiring", 0))
    }
  }

  @Test func aPayloadAboveTheLimitIsNotSent() async throws {
    let long = ByteBuffer(repeating: 0, count: Frame.maximumPayload + 1)
    try await ChannelTest.run(workerServes: { $0.answer(long, isDone: true) }) { test in
      await #expect(throws: PayloadTooLong(length: long.readableBytes)) { try await test.host.open(long).answer() }
      await #expect(throws: ExchangeUnanswered.self) { try await test.host.open(ByteBuffer()).answer() }
      test.host.note(long)
    }
  }
}
