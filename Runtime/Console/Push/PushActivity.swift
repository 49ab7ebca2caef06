/// The answer of the control `push_activity`: the notifications of one host since its start.
package struct PushActivity: Codable, Sendable, Hashable {
  /// The notifications of the last 60 minutes, the running minute last.
  package struct Minutes: Codable, Sendable, Hashable {
    /// Handed to the sender.
    package var sent: [Int]
    /// Accepted by Apple.
    package var delivered: [Int]
    /// Unregistered, refused and undelivered.
    package var failed: [Int]

    package init(sent: [Int], delivered: [Int], failed: [Int]) {
      self.sent = sent
      self.delivered = delivered
      self.failed = failed
    }
  }

  package let minutes: Minutes
  package let inFlight: Int
  /// The time that 95 % of the last notifications needed at most, in milliseconds; nil before the first answer.
  package let p95: Double?
  /// The number of notifications that the host holds to send them again.
  package let held: Int
  /// The selected notifications, the newest first.
  package let records: [PushRecord]
  /// Where the next page begins: the value of `before`; nil on the last page.
  package let next: Int?

  package init(minutes: Minutes, inFlight: Int, p95: Double?, held: Int, records: [PushRecord], next: Int?) {
    self.minutes = minutes
    self.inFlight = inFlight
    self.p95 = p95
    self.held = held
    self.records = records
    self.next = next
  }

  private enum CodingKeys: String, CodingKey {
    case minutes
    case inFlight = "in_flight"
    case p95 = "p95_ms"
    case held, records, next
  }
}
