import CCurl

/// The transfers of one client that are in flight, on the loop's thread.
final class TransferTable {
  private let multi: MultiHandle
  private var transfers: [UInt64: Transfer] = [:]

  init(multi: MultiHandle) {
    self.multi = multi
  }

  func start(_ submission: Transfer.Submission) {
    do {
      let transfer = try Transfer(submission)
      try multi.add(transfer.easy)
      transfers[submission.id] = transfer
    } catch {
      submission.continuation.resume(throwing: error)
    }
  }

  /// Takes a transfer off at once, which closes its connection; one that has ended already is left alone.
  func cancel(_ id: UInt64) {
    remove(id)?.fail(CancellationError())
  }

  func failAll(_ error: HTTPClientError) {
    for id in Array(transfers.keys) { remove(id)?.fail(error) }
  }

  /// Resumes who waits for what has ended.
  func finish() {
    while let (context, result) = unsafe multi.nextFinished() {
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      remove(transfer.id)?.finish(result)
    }
  }

  private func remove(_ id: UInt64) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: id) else { return nil }
    multi.remove(transfer.easy)
    return transfer
  }
}
