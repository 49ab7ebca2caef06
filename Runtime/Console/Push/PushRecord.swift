package import FoundationEssentials

/// A notification that this host sent, or sends now.
package struct PushRecord: Codable, Sendable, Hashable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    case sending, delivered, unregistered, refused, undelivered
  }

  /// Its place in the order of the host's notifications. A notification that is sent again gets a new one.
  package var number: Int
  /// When it was last handed to the sender.
  package var time: Date
  /// The push type: `alert`, `background`.
  package var kind: String
  /// The last six digits of the device's token; nil for a broadcast.
  package var token: String?
  package var environment: String
  package var topic: String
  package var outcome: Outcome
  /// The status of Apple's last answer; nil if there was none.
  package var status: Int?
  /// Apple's reason, or the code of the sender's fault.
  package var reason: String?
  /// The meaning of the reason, and advice.
  package var meaning: String?
  /// How often it was handed to the sender, which retries by itself too.
  package var tries = 1
  package var apnsID: String
  /// The time from the handover to the outcome.
  package var milliseconds: Double?
  /// Whether it may have arrived although no response confirmed it.
  package var mayHaveArrived = false
  /// Whether the host holds it to send it again.
  package var isHeld = false
  /// The job whose run sent it; nil for a call or a command.
  package var job: Int64?

  private enum CodingKeys: String, CodingKey {
    case number, time, kind, token, environment, topic, outcome, status, reason, meaning, tries
    case apnsID = "apns_id"
    case milliseconds = "duration_ms"
    case mayHaveArrived = "may_have_arrived"
    case isHeld = "held"
    case job
  }
}
