public import FoundationEssentials

/// Apple's answer to one notification.
public struct PushAnswer: Sendable, Hashable {
  /// The HTTP status.
  public let status: Int

  /// Apple's name of the error, such as `BadDeviceToken`: letters and digits, at most 64.
  public let reason: String?

  /// The instant, to the millisecond, at which the device was last known to take notifications. Apple sends it with
  /// status 410.
  public let timestamp: Date?

  /// The notification's id as Apple repeats it.
  public let id: UUID?

  /// The sandbox's own id (`apns-unique-id`), to look the notification up in Apple's console.
  public let uniqueID: String?

  /// The time for which Apple asks to wait (`retry-after`), at most a day; nil if it does not ask.
  public let retryAfter: Duration?

  /// Describes an answer.
  public init(
    status: Int, reason: String? = nil, timestamp: Date? = nil, id: UUID? = nil, uniqueID: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.status = status
    self.reason = reason
    self.timestamp = timestamp
    self.id = id
    self.uniqueID = uniqueID
    self.retryAfter = retryAfter
  }
}
