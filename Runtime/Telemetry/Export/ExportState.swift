/// The state machine of the export of one signal. It decides when which items are sent, and what follows from each
/// result.
///
/// It does no I/O and reads no clock: the caller passes the time, performs each ``Step``, and reports a request's
/// result before it asks for the next step. So at most one request is in flight.
struct ExportState {
  typealias Instant = ContinuousClock.Instant

  /// The next action of the caller.
  enum Step: Equatable {
    /// Send these items, and report the result.
    case send([ExportItem])
    /// Wait for more items or for this instant; nil for no instant.
    case wait(until: Instant?)
    /// There is nothing more to send.
    case end
  }

  let rules: ExportRules
  /// A random number from 0 to 1.
  private let jitter: @Sendable () -> Double
  private var queue: ExportQueue
  /// The items of the request in flight.
  private var sending: [ExportItem] = []
  /// When a batch that is not full is sent; nil without items.
  private var due: Instant?
  /// The end of the pause after a failure.
  private var pauseEnd: Instant?
  /// The failures in a row.
  private var failures = 0
  private var hasRejected = false
  /// The latest end, once the host stops.
  private var stopEnd: Instant?
  private var counts = ExportCounts()

  init(_ rules: ExportRules, jitter: @escaping @Sendable () -> Double) {
    self.rules = rules
    self.jitter = jitter
    queue = ExportQueue(mostItems: rules.queueSize, mostBytes: rules.queueBytes)
  }

  var bytes: Int { queue.bytes + sending.reduce(0) { $0 + $1.bytes.count } }

  /// Returns the counts of sent and dropped items and of failed requests since the last call, and sets them to zero.
  mutating func takeCounts() -> ExportCounts {
    defer { counts = ExportCounts() }
    return counts
  }

  /// Adds items, the oldest first.
  mutating func add(_ items: [ExportItem], at now: Instant) {
    for item in items { counts.drop(queue.append(item), .queue) }
    if due == nil, !queue.isEmpty { due = now + rules.delay }
  }

  /// Decides what follows.
  mutating func next(at now: Instant) -> Step {
    guard sending.isEmpty else { return .wait(until: nil) }
    if let stopEnd {
      // After a failed request, a stopping host sends no more.
      guard failures == 0, now < stopEnd, !queue.isEmpty else {
        counts.drop(queue.removeAll(), .stopped)
        return .end
      }
      return send(at: now)
    }
    if let pauseEnd, now < pauseEnd { return .wait(until: pauseEnd) }
    guard let due else { return .wait(until: nil) }
    guard queue.count >= rules.batchSize || now >= due else { return .wait(until: due) }
    return send(at: now)
  }

  /// The time limit of a request that begins now.
  func timeout(at now: Instant) -> Duration {
    stopEnd.map { min(max(.zero, $0 - now), rules.timeout) } ?? rules.timeout
  }

  /// Takes the result of the request in flight.
  ///
  /// - Returns: the notice to log; nil for none.
  mutating func ended(_ outcome: ExportOutcome, at now: Instant) -> ExportNotice? {
    let items = sending
    let count = items.reduce(0) { $0 + $1.count }
    sending = []
    switch outcome {
    case .accepted(let partial):
      let rejected = min(partial.rejected, count)
      counts.sent += count - rejected
      counts.drop(rejected, .refused)
      return accepted(partial)
    case .refused(let fault):
      counts.drop(count, .refused)
      return failed(fault, retryAfter: nil, at: now)
    case .failed(let fault, let retryAfter):
      counts.drop(queue.putBack(items), .queue)
      if due == nil { due = now }
      return failed(fault, retryAfter: retryAfter, at: now)
    }
  }

  /// Ends the export: what waits is sent without delay, if the collector answers, until an instant.
  mutating func stop(by end: Instant) {
    if stopEnd == nil { stopEnd = end }
  }

  /// Gives up: drops what waits, and what is in flight.
  mutating func cancel() {
    counts.drop(sending.reduce(0) { $0 + $1.count } + queue.removeAll(), .stopped)
    sending = []
    due = nil
  }

  private mutating func send(at now: Instant) -> Step {
    sending = queue.removeBatch(mostItems: rules.batchSize, mostBytes: rules.batchBytes)
    pauseEnd = nil
    due = queue.isEmpty ? nil : now + rules.delay
    return .send(sending)
  }

  private mutating func accepted(_ partial: PartialSuccess) -> ExportNotice? {
    let wasFailing = failures > 0
    failures = 0
    if partial.rejected > 0, !hasRejected {
      hasRejected = true
      return .rejecting(partial)
    }
    return wasFailing ? .working : nil
  }

  private mutating func failed(
    _ fault: ExportOutcome.Fault, retryAfter: Duration?, at now: Instant
  ) -> ExportNotice? {
    counts.failures += 1
    failures += 1
    var bound = rules.firstPause
    for _ in 1..<failures where bound < rules.longestPause { bound *= 2 }
    // At least half of the bound, so that no pause is close to zero.
    let pause = min(bound, rules.longestPause) * (0.5 + 0.5 * min(max(jitter(), 0), 1))
    pauseEnd = now + min(max(retryAfter ?? pause, .zero), rules.longestRetryAfter)
    return failures == 1 ? .failing(fault) : nil
  }
}
