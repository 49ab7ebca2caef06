import Database

extension Invocation {
  func recordingEnqueue(
    of jobs: [NewJob], in transaction: Transaction, _ enqueue: (Transaction) async throws -> [EnqueuedJob]
  ) async throws -> [EnqueuedJob] {
    guard isRecorded, let first = jobs.first else { return try await enqueue(transaction) }
    // The queue's own statements are part of the step.
    var plain = transaction
    if let observed = transaction.engine as? ObservedTransaction {
      plain = Transaction(observed.base)
      plain.actions = transaction.actions
    }
    return try await step(.enqueue, jobs.count == 1 ? first.function : "\(first.function) (\(jobs.count) jobs)") {
      try await enqueue(plain)
    } note: { enqueued, step in
      step.job = enqueued.first?.id
    }
  }
}
