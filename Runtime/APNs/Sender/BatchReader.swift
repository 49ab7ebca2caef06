/// The reader of a batch. When it is released, it cancels the notifications that are not decided yet.
final class BatchReader: Sendable {
  private let batch: Batch
  private let cancel: @Sendable () -> Void

  init(_ batch: Batch, cancel: @escaping @Sendable () -> Void) {
    self.batch = batch
    self.cancel = cancel
  }

  deinit { abandon() }

  func next() async -> PushReport? { await batch.next() }

  func abandon() {
    if batch.abandon() { cancel() }
  }

  var stream: AsyncStream<PushReport> {
    // The stream holds the reader until the stream ends, is released, or its task is cancelled.
    AsyncStream {
      await self.next()
    } onCancel: { [batch, cancel] in
      if batch.abandon() { cancel() }
    }
  }
}
