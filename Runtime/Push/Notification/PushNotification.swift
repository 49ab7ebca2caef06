/// A notification to one app on one or many devices.
///
/// ``prepared(for:id:)`` checks it against Apple's rules before anything is sent.
public struct PushNotification: Sendable {
  /// The content, whose kind decides the push type and the suffix of the topic.
  public var content: PushContent

  /// The app's bundle id: 1 to 255 letters, digits, hyphens and dots. The topic is made of it and of the content's
  /// kind.
  public var bundleID: String

  /// The app's own values beside `aps`, by key. A `Date` is written by Foundation's default rule, as seconds since
  /// 2001.
  public var custom: [String: any Encodable & Sendable]

  /// How soon Apple delivers it. Without one, at once; a background push when it suits the device.
  public var priority: PushPriority?

  /// How long Apple keeps it. Without one, Apple decides.
  public var expiration: PushExpiration?

  /// The collapse id, 1 to 64 bytes: the notification replaces an earlier one with the same id on the device.
  public var collapseID: String?

  /// Creates a notification.
  public init(
    _ content: PushContent, bundleID: String, custom: [String: any Encodable & Sendable] = [:],
    priority: PushPriority? = nil, expiration: PushExpiration? = nil, collapseID: String? = nil
  ) {
    self.content = content
    self.bundleID = bundleID
    self.custom = custom
    self.priority = priority
    self.expiration = expiration
    self.collapseID = collapseID
  }
}
