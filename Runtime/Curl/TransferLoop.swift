import CCurl
import Loop

/// The transfers of one HTTP client, on one multi handle. `@unchecked`: the loop's own work alone touches it, which debug builds check.
final class TransferLoop: EndingClient, @unchecked Sendable {
  static let shutdown = HTTPClientError(.shutdown, "the HTTP client has been shut down")
  private static let maximumConnections = 256

  private let loop: Reactor
  /// `nil` after the end.
  private var multi: MultiHandle?
  private var transfers: [UInt64: Transfer] = [:]

  /// Creates the client of a loop that does not run yet.
  init(on loop: Reactor) throws(HTTPClientError) {
    self.loop = loop
    let multi = try MultiHandle(on: loop, number: 1)
    // After a clean close of a shared HTTP/2 connection libcurl 7.88 ends one of its streams and forgets the others. So each
    // transfer has a connection of its own.
    multi.set(CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    multi.set(CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.maximumConnections)
    self.multi = multi
  }

  /// Starts a transfer, which resumes its continuation when it ends.
  func start(_ submission: Transfer.Submission) {
    loop.assertIsCurrent()
    guard let multi else { return submission.continuation.resume(throwing: Self.shutdown) }
    do {
      let transfer = try Transfer(submission)
      try multi.add(transfer.easy)
      transfers[submission.id] = transfer
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

  func end(_ done: @escaping @Sendable () -> Void) {
    loop.assertIsCurrent()
    if multi != nil {
      for id in Array(transfers.keys) { remove(id)?.fail(Self.shutdown) }
      multi = nil
      loop.stop()
    }
    done()
  }

  /// Ends the transfers that libcurl has finished.
  private func finish() {
    while let (context, result) = unsafe multi?.nextFinished() {
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      remove(transfer.id)?.finish(result)
    }
  }

  private func remove(_ id: UInt64) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: id) else { return nil }
    multi?.remove(transfer.easy)
    return transfer
  }
}

extension TransferLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) {
    multi?.socketIsReady(SocketNumber(number).socket, events)
    finish()
    // libcurl may have set another deadline.
    loop.wake()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if multi?.expire(now) == true { finish() }
    return multi?.deadline
  }
}
