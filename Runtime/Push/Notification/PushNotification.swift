/// A notification to one app on one or many devices.
///
/// It is checked against everything that Apple refuses when it is ``prepared(for:id:)``, before anything leaves.
public struct PushNotification: Sendable {
  /// What it says.
  public var content: PushContent

  /// The app's bundle id. The topic is made of it and of the content's kind.
  public var bundleID: String

  /// What the app defines: values beside `aps`, by key. A `Date` is written by Foundation's own rule, as seconds since 2001.
  public var custom: [String: any Encodable & Sendable]

  /// How soon Apple delivers it. Without one, at once; a background push when it suits the device.
  public var priority: PushPriority?

  /// How long Apple keeps it. Without one, Apple decides.
  public var expiration: PushExpiration?

  /// Replaces, on the device, the notification before it with the same id: 1 to 64 bytes.
  public var collapseID: String?

  /// Creates a notification.
  ///
  /// - Parameters:
  ///   - content: What it says.
  ///   - bundleID: The app's bundle id.
  ///   - custom: Values beside `aps`, by key.
  ///   - priority: How soon Apple delivers it.
  ///   - expiration: How long Apple keeps it.
  ///   - collapseID: What it replaces, 1 to 64 bytes.
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
