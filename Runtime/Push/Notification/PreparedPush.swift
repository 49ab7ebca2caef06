public import FoundationEssentials

/// A notification that was checked and is ready for the wire. It is sent by `POST`.
public struct PreparedPush: Sendable {
  /// The notification's id (`apns-id`; `apns-request-id` for a broadcast), the same on every retry.
  public let id: UUID

  /// The service it goes to.
  public let environment: PushEnvironment

  /// `/3/device/<token>`, or `/4/broadcasts/apps/<bundle id>`.
  public let path: String

  /// Every header but `authorization`, by lower-case name, in the order they are sent.
  public let headers: [(name: String, value: String)]

  /// The payload: JSON in UTF-8, within Apple's limit.
  public let body: [UInt8]

  /// The device's token, for a limit per device; nil for a broadcast.
  public let device: String?

  /// The instant at which it expires: there is no retry after it. Nil if it does not expire.
  public let expiresAt: Date?

  /// The time within which an attempt may start, from the instant at which the sender accepts the notification. It is
  /// clamped to 0 to ``PushConfiguration/retryDeadline``; nil stands for the latter.
  public var retryDeadline: Duration?

  /// The job whose run sends it; nil outside of a job. Only the job may send it again, because its next try reads the
  /// device's token anew. The host sets it.
  package var job: Int64?

  /// Describes a notification that is ready for the wire. ``PushNotification`` and ``PushBroadcast`` create checked
  /// ones.
  package init(
    id: UUID, environment: PushEnvironment, path: String, headers: [(name: String, value: String)], body: [UInt8],
    device: String?, expiresAt: Date?
  ) {
    self.id = id
    self.environment = environment
    self.path = path
    self.headers = headers
    self.body = body
    self.device = device
    self.expiresAt = expiresAt
  }
}
