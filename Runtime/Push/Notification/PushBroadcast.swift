public import FoundationEssentials
import Wire

/// A change of a Live Activity for all subscribers of a channel (iOS 18).
public struct PushBroadcast: Sendable {
  /// The most bytes of the payload. Preparing a larger one throws ``PushError/Code/tooLarge``.
  public static let payloadLimit = 5120

  /// The change: an update or an end. A start goes to single devices.
  public var activity: LiveActivity

  /// The app's bundle id: 1 to 255 letters, digits, hyphens and dots.
  public var bundleID: String

  /// The channel's id, as Apple gave it.
  public var channelID: String

  /// How long Apple keeps it for devices that are offline: a date for a channel that keeps the most recent message,
  /// ``PushExpiration/oneAttempt`` for a channel that stores nothing. With one attempt a device that is offline misses
  /// the change on either channel.
  public var expiration: PushExpiration

  /// How soon Apple delivers it. Without one, at once.
  public var priority: PushPriority?

  /// Creates a broadcast.
  public init(
    _ activity: LiveActivity, bundleID: String, channelID: String, expiration: PushExpiration,
    priority: PushPriority? = nil
  ) {
    self.activity = activity
    self.bundleID = bundleID
    self.channelID = channelID
    self.expiration = expiration
    self.priority = priority
  }

  /// Checks the broadcast and prepares it for the wire. Its id is the same on every retry.
  ///
  /// - Throws: ``PushError`` that names the field and says what to do.
  public func prepared(in environment: PushEnvironment, id: UUID = UUID()) throws(PushError) -> PreparedPush {
    try Header.checkBundleID(bundleID)
    try Header.checkChannel(channelID, field: "apns-channel-id")
    if case .start = activity.event {
      throw PushError(
        .invalidValue, field: "aps.event", "A broadcast cannot start an activity; send the start to single devices.")
    }
    // Unlike a push to a device, a broadcast needs a priority.
    let headers: [(name: String, value: String)] = [
      ("apns-channel-id", channelID), ("apns-push-type", PushType.liveactivity.rawValue),
      ("apns-request-id", id.lowercased), ("apns-expiration", "\(try expiration.seconds())"),
      ("apns-priority", "\((priority ?? .immediate).rawValue)"),
    ]
    let body = try Payload(content: .liveActivity(activity), custom: [:]).bytes(limit: Self.payloadLimit)
    return PreparedPush(
      id: id, environment: environment, path: "/4/broadcasts/apps/\(bundleID)", headers: headers, body: body,
      device: nil, expiresAt: expiration.date)
  }
}
