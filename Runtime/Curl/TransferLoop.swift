import CCurl
import HTTPCalls
import Loop
import NIOCore

/// The transfers of one HTTP client, on one multi handle. `@unchecked`: the loop's own work alone touches it, which
/// debug builds check.
final class TransferLoop: EndingClient, @unchecked Sendable {
  static let shutdown = HTTPClientError(.shutdown, "the HTTP client has been shut down")
  /// The shortest interval between two checks of the transfers' time limits.
  private static let granularity = Duration.milliseconds(100)

  private let loop: Reactor
  /// `nil` after the end.
  private var multi: MultiHandle?
  private var transfers: [UInt64: Transfer] = [:]
  private let postponed = PostponedTransfers()
  private let kept = KeptConnections()
  /// The instant of the next look for transfers that have taken too long; `nil` without transfers.
  private var nextCheck: ContinuousClock.Instant?

  /// Creates the client of a loop that does not run yet.
  init(on loop: Reactor, maximumConnections: Int) throws(HTTPClientError) {
    self.loop = loop
    let multi = try unsafe MultiHandle(on: loop, number: 1) { socket, isWatched, context in
      guard let context = unsafe context else { return }
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      guard !isWatched else { return transfer.readingStarted() }
      // On HTTP/2 a server may send at any time.
      if transfer.easy.version != .http2 { transfer.connection.end(on: socket) }
      transfer.readingStopped(on: socket)
    }
    // After a clean close of a shared HTTP/2 connection libcurl 7.88 ends one of its streams and forgets the others. So
    // each transfer has a connection of its own.
    multi.set(CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, maximumConnections)
    // By itself libcurl keeps four idle connections for each current transfer, and closes the rest when fewer run.
    multi.set(CURLMOPT_MAXCONNECTS, maximumConnections)
    self.multi = multi
  }

  /// Starts a transfer, which resumes its continuation when it ends or, if it is streamed, when its head is complete.
  func start(_ submission: Transfer.Submission) {
    loop.assertIsCurrent()
    guard let multi else { return submission.continuation.resume(throwing: Self.shutdown) }
    do {
      let id = submission.id
      let transfer = try Transfer(submission, postponed: postponed, kept: kept) { [weak self] chunk in
        self?.supply(chunk, to: id)
      }
      try multi.add(transfer.easy)
      transfers[id] = transfer
      check(transfer)
    } catch {
      submission.continuation.resume(throwing: error)
    }
    loop.wake()
  }

  /// Removes a transfer at once, which closes its connection. A transfer that has ended is left alone.
  func cancel(_ id: UInt64) {
    loop.assertIsCurrent()
    remove(id)?.fail(CancellationError())
    loop.wake()
  }

  /// Goes on with a transfer whose reader has taken the bytes that waited.
  func resume(_ id: UInt64) {
    step(id) { $0.resumeReceiving() }
  }

  /// Takes a chunk of a request's body from its source, on any thread.
  private func supply(_ chunk: Result<ByteBuffer?, any Error>, to id: UInt64) {
    loop.run { [self] in
      guard let transfer = transfers[id], transfer.wantsBody else { return }
      do {
        let chunk = try chunk.get()
        let result = try transfer.supply(chunk)
        step(id) { _ in result }
      } catch {
        // The connection closes before the end of the body.
        remove(id)?.fail(error)
        loop.wake()
      }
    }
  }

  /// Runs a step of a transfer. The transfer ends if the step fails.
  private func step(_ id: UInt64, _ action: (Transfer) -> CURLcode) {
    loop.assertIsCurrent()
    guard let transfer = transfers[id] else { return }
    let result = action(transfer)
    if result != CURLE_OK { remove(id)?.finish(result) }
    resumePostponed()
    check(transfer)
    loop.wake()
  }

  func end(_ done: @escaping @Sendable () -> Void) {
    loop.assertIsCurrent()
    if multi != nil {
      for id in Array(transfers.keys) { remove(id)?.fail(Self.shutdown) }
      multi = nil
      loop.stop()
    }
    done()
  }

  private func finish() {
    while let (context, result) = unsafe multi?.nextFinished() {
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      remove(transfer.id)?.finish(result)
    }
    resumePostponed()
  }

  /// Resumes the transfers that were postponed during a call of libcurl, whose callbacks may not call it.
  private func resumePostponed() {
    for id in postponed.takeAll() { step(id) { $0.resumePostponed() } }
  }

  private func remove(_ id: UInt64) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: id) else { return nil }
    multi?.remove(transfer.easy)
    return transfer
  }

  // MARK: Transfers that have taken too long

  /// Looks at the clock no later than a transfer's limit.
  private func check(_ transfer: Transfer) {
    guard let due = transfer.due else { return }
    nextCheck = min(nextCheck ?? due, due)
  }

  private func endStalled(_ now: ContinuousClock.Instant) {
    var next: ContinuousClock.Instant?
    for transfer in Array(transfers.values) {
      guard let due = transfer.due else { continue }
      if due <= now {
        remove(transfer.id)?.fail(transfer.timedOut)
      } else {
        next = min(next ?? due, due)
      }
    }
    nextCheck = next.map { max($0, now.advanced(by: Self.granularity)) }
  }
}

extension TransferLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    multi?.socketIsReady(SocketNumber(number).socket, events)
    finish()
    // libcurl may have set another deadline.
    loop.wake()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if multi?.expire(now) == true { finish() }
    if let nextCheck, nextCheck <= now { endStalled(now) }
    guard let deadline = multi?.deadline else { return nextCheck }
    return min(deadline, nextCheck ?? deadline)
  }
}
