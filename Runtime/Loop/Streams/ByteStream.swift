/// A connection that carries bytes in both directions, for one reading and one writing task.
///
/// It queues nothing: input is received when it is read, and a write returns when the system has taken its bytes. An
/// idle stream holds no buffer.
///
/// `@unchecked`: the state is used only as the loop's own work, which debug builds check.
package final class ByteStream: @unchecked Sendable {
  /// The connection is closed: the other side has broken it off, this side has closed it, or a task that used it was
  /// cancelled.
  package struct Closed: Error {}

  /// Gets the next bytes; nil when the other side has ended its output.
  typealias Reader = @Sendable (Result<[UInt8]?, Closed>) -> Void
  /// Is called when the system has taken the bytes.
  typealias Writer = @Sendable (Result<Void, Closed>) -> Void

  package let loop: Reactor
  /// The number of its descriptor on the loop.
  package let number: UInt64
  private let transport: any ByteTransport
  private let buffer: ReadBuffer
  private let whenClosed: () -> Void
  private var watch = StreamWatch()
  /// Received bytes that are read first.
  private var unread: [UInt8]
  private var reader: Reader?
  private var writer: (bytes: [UInt8], sent: Int, done: Writer)?
  private var isOpen = true
  /// The instant at which bytes were last received or sent; at first, that of the creation.
  package private(set) var lastUse = ContinuousClock.now

  /// - Parameters:
  ///   - number: the number that the loop's client receives with events, for ``descriptorIsReady(_:)``.
  ///   - unread: bytes that were received before.
  ///   - whenClosed: called once, as the loop's own work, when the connection is closed. The owner keeps the stream
  ///     until then.
  package init(
    _ transport: any ByteTransport, as number: UInt64, on loop: Reactor, _ buffer: ReadBuffer, unread: [UInt8] = [],
    whenClosed: @escaping () -> Void
  ) {
    self.transport = transport
    self.number = number
    self.loop = loop
    self.buffer = buffer
    self.unread = unread
    self.whenClosed = whenClosed
  }

  // MARK: The tasks' side

  /// The next bytes, at most 64 KiB; nil when the other side has ended its output.
  ///
  /// - Throws: ``Closed``. Cancelling the task closes the connection.
  package func read() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        read { continuation.resume(with: $0) }
      }
    } onCancel: {
      close()
    }
  }

  /// Sends bytes, and returns when the system has taken them.
  ///
  /// - Throws: ``Closed``. Cancelling the task closes the connection.
  package func write(_ bytes: [UInt8]) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        write(bytes) { continuation.resume(with: $0) }
      }
    } onCancel: {
      close()
    }
  }

  /// Ends the output, after the bytes written so far. Input still arrives.
  package func endOutput() {
    loop.run { [self] in
      if isOpen { transport.endOutput() }
    }
  }

  /// Closes the connection at once. The reader and the writer that wait get ``Closed``.
  package func close() { loop.run { [self] in closeHere() } }

  /// As ``read()``; the closure is called as the loop's own work.
  func read(_ done: @escaping Reader) { loop.run { [self] in readHere(done) } }

  /// As ``write(_:)``; the closure is called as the loop's own work.
  func write(_ bytes: [UInt8], _ done: @escaping Writer) { loop.run { [self] in writeHere(bytes, done) } }

  // MARK: The loop's side

  private func readHere(_ done: @escaping Reader) {
    loop.assertIsCurrent()
    guard isOpen, reader == nil else { return done(.failure(Closed())) }
    guard unread.isEmpty else {
      let bytes = unread
      unread = []
      return done(.success(bytes))
    }
    reader = done
    // A TLS connection may have input that was received already.
    receive()
    settle(hasReader: reader != nil)
  }

  private func writeHere(_ bytes: [UInt8], _ done: @escaping Writer) {
    loop.assertIsCurrent()
    guard isOpen, writer == nil else { return done(.failure(Closed())) }
    guard !bytes.isEmpty else { return done(.success(())) }
    writer = (bytes, 0, done)
    send()
    settle(hasReader: reader != nil)
  }

  /// Receives for the reader and sends for the writer, as events of the descriptor allow.
  package func descriptorIsReady(_ events: DescriptorEvents) {
    loop.assertIsCurrent()
    let work = StreamWatch.work(for: events)
    // A reader that is served comes back soon, so its input stays watched.
    let hadReader = reader != nil
    if work.receives { receive() }
    if work.sends { send() }
    settle(hasReader: hadReader, after: events)
  }

  private func receive() {
    guard reader != nil else { return }
    switch unsafe transport.receive(into: buffer.bytes) {
    case .bytes(let count):
      lastUse = .now
      reader.take()?(.success(unsafe Array(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))))
    case .nothing: break
    case .end: reader.take()?(.success(nil))
    case .broken: closeHere()
    }
  }

  private func send() {
    guard let (bytes, start, done) = writer else { return }
    var sent = start
    while sent < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { unsafe transport.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      guard let count else { return closeHere() }
      guard count > 0 else {
        writer = (bytes, sent, done)
        return
      }
      sent += count
      lastUse = .now
    }
    writer = nil
    done(.success(()))
  }

  private func settle(hasReader: Bool, after events: DescriptorEvents = []) {
    guard isOpen, let change = watch.update(hasReader: hasReader, hasWriter: writer != nil, after: events) else {
      return
    }
    switch change {
    case .add(let events): if !loop.add(transport.descriptor, as: number, for: events) { closeHere() }
    case .change(let events): loop.change(transport.descriptor, as: number, to: events)
    case .remove: loop.remove(transport.descriptor)
    }
  }

  private func closeHere() {
    loop.assertIsCurrent()
    guard isOpen else { return }
    isOpen = false
    if watch.end() { loop.remove(transport.descriptor) }
    transport.close()
    unread = []
    whenClosed()
    reader.take()?(.failure(Closed()))
    let waiting = writer
    writer = nil
    waiting?.done(.failure(Closed()))
  }
}
