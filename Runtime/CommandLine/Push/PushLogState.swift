import Console
import Edge
import FoundationEssentials
import NIOCore

/// The last notifications of a host, as a state machine: dates and durations come from outside. It is bounded.
struct PushLogState {
  /// The most notifications that are kept.
  static let kept = 2_000
  /// The most undelivered notifications that are held to be sent again, those of jobs aside. One has at most 5 kB.
  static let held = 256
  /// The number of latest durations from which the percentile is computed.
  static let measured = 1_000

  private var records: [UUID: PushRecord] = [:]
  /// The ids in the order of the numbers. An id that has a newer number since is ignored.
  private var order = CircularBuffer<(number: Int, id: UUID)>()
  private var heldPushes: [UUID: PreparedPush] = [:]
  private var heldOrder = CircularBuffer<UUID>()
  private var durations = CircularBuffer<Double>()
  private var minutes = PushMinutes()
  private var lastNumber = 0
  private(set) var inFlight = 0

  /// Records a notification that is handed to the sender.
  mutating func begin(_ push: PreparedPush, at now: Date) {
    lastNumber += 1
    inFlight += 1
    minutes.add(.sent, at: now)
    release(push.id)
    var record = PushRecord(push, number: lastNumber, at: now)
    if let earlier = records[push.id] { record.tries += earlier.tries }
    records[push.id] = record
    order.append((lastNumber, push.id))
    while records.count > Self.kept || order.count > 2 * Self.kept, let oldest = order.popFirst() {
      if records[oldest.id]?.number == oldest.number { records[oldest.id] = nil }
    }
  }

  /// Records the outcome of a notification.
  ///
  /// - Parameter milliseconds: the time from the handover to the outcome.
  mutating func end(_ push: PreparedPush, _ outcome: PushOutcome, milliseconds: Double, at now: Date) {
    inFlight -= 1
    if case .delivered = outcome { minutes.add(.delivered, at: now) } else { minutes.add(.failed, at: now) }
    if case .undelivered = outcome {
      // A job that throws is tried again on any host, and reads the token anew. A push from here could be a second one, or
      // go to a device that belongs to another user by now.
      if push.job == nil { hold(push) }
    } else {
      if durations.count == Self.measured { durations.removeFirst() }
      durations.append(milliseconds)
    }
    guard records[push.id] != nil else { return }
    records[push.id]?.take(outcome)
    records[push.id]?.milliseconds = milliseconds
  }

  private mutating func hold(_ push: PreparedPush) {
    if heldPushes.updateValue(push, forKey: push.id) == nil { heldOrder.append(push.id) }
    while heldPushes.count > Self.held, let oldest = heldOrder.popFirst() { heldPushes[oldest] = nil }
  }

  private mutating func release(_ id: UUID) {
    guard heldPushes.removeValue(forKey: id) != nil else { return }
    heldOrder.removeAll { $0 == id }
  }

  /// The undelivered notifications that have not expired, in their order.
  ///
  /// - Parameter ids: only these; nil for all.
  func undelivered(_ ids: [UUID]?, at now: Date) -> [PreparedPush] {
    heldOrder.compactMap { heldPushes[$0] }.filter { push in
      (ids?.contains(push.id) ?? true) && push.expiresAt.map { $0 > now } ?? true
    }
  }

  /// The selected notifications, with the figures of all.
  func activity(_ query: PushQuery, at now: Date) -> PushActivity {
    var found: [PushRecord] = []
    let limit = min(max(1, query.limit), PushQuery.most)
    var hasMore = false
    for (number, id) in order.reversed() {
      guard var record = records[id], record.number == number, query.contains(record) else { continue }
      guard found.count < limit else {
        hasMore = true
        break
      }
      record.isHeld = heldPushes[id] != nil
      found.append(record)
    }
    return PushActivity(
      minutes: minutes.lists(at: now), inFlight: inFlight, p95: p95, held: heldPushes.count, records: found,
      next: hasMore ? found.last?.number : nil)
  }

  private var p95: Double? {
    guard !durations.isEmpty else { return nil }
    let sorted = durations.sorted()
    return sorted[max(0, Int((Double(sorted.count) * 0.95).rounded(.up)) - 1)]
  }
}
