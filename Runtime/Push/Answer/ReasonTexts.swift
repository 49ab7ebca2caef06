/// Explanations of Apple's reasons for people: the field, the meaning and advice.
enum ReasonTexts {
  struct Text: Sendable {
    let field: String?
    let meaning: String
    let advice: String

    init(_ field: String, _ meaning: String, _ advice: String) {
      self.field = field
      self.meaning = meaning
      self.advice = advice
    }

    init(_ meaning: String, _ advice: String) {
      self.field = nil
      self.meaning = meaning
      self.advice = advice
    }
  }

  static let byReason: [String: Text] = notification.merging(service) { first, _ in first }

  /// Reasons about the notification or its device token.
  private static let notification: [String: Text] = [
    "BadCollapseId": Text("apns-collapse-id", "The collapse id is too long.", "Use at most 64 bytes."),
    "BadExpirationDate": Text(
      "apns-expiration", "The expiration is not a date.", "Send whole seconds since 1970, or 0 for one attempt."),
    "BadMessageId": Text("apns-id", "The id is not a UUID.", "Send a UUID in its canonical form."),
    "BadPriority": Text(
      "apns-priority", "The priority does not fit the push type.",
      "Use 10, 5 or 1, and never 10 for a background push."),
    "BadTopic": Text("apns-topic", "The topic is malformed.", "Check the bundle id."),
    "DuplicateHeaders": Text("headers", "A header was sent twice.", "This is a bug in the sender: report it."),
    "InvalidPushType": Text(
      "apns-push-type", "Apple does not know the push type, or does not accept it for this token.",
      "Check the push type against the token's kind."),
    "MissingDeviceToken": Text("path", "The path has no device token.", "This is a bug in the sender: report it."),
    "MissingTopic": Text("apns-topic", "The topic is missing.", "Set the bundle id."),
    "PayloadEmpty": Text("payload", "The payload is empty.", "Send a JSON object."),
    "TopicDisallowed": Text(
      "apns-topic", "The key may not send for this topic.",
      "Check the bundle id, and that the key is of the app's team."),
    "BadChannelId": Text("apns-channel-id", "The channel id is malformed.", "Send it as Apple gave it."),
    "CannotCreateChannelConfig": Text(
      "channel", "The app has reached its limit of channels.", "Delete channels that are no longer used."),
    "ChannelNotRegistered": Text(
      "apns-channel-id", "The channel does not exist in this environment.",
      "Check the environment, or create the channel."),
    "FeatureNotEnabled": Text(
      "channel", "The app may not broadcast.",
      "Enable the broadcast capability for its bundle id in Apple's developer portal."),
    "MissingChannelId": Text("apns-channel-id", "The channel id is missing.", "Send it as Apple gave it."),
    "MissingPushType": Text("apns-push-type", "The push type is missing.", "Set the push type."),
    "BadDeviceToken": Text(
      "device token", "Apple does not know the device token in this environment.",
      "Check whether it belongs to the other environment; if it cannot, forget it."),
    "DeviceTokenNotForTopic": Text(
      "device token", "The device token belongs to another app.",
      "Check the bundle id; if it is right, forget the token."),
    "Unregistered": Text(
      "device token", "The app was removed from the device, or no longer takes notifications.",
      "Forget the token, unless it was registered again since."),
    "ExpiredToken": Text(
      "device token", "The device token has expired.", "Forget the token, unless it was registered again since."),
    "PayloadTooLarge": Text(
      "payload", "The payload is too large.", "Send at most 4096 bytes, 5120 for VoIP and broadcast."),
  ]

  /// Reasons about the connection, the key or the service.
  private static let service: [String: Text] = [
    "IdleTimeout": Text("The connection was idle for too long.", "It is sent again on a new connection."),
    "ExpiredProviderToken": Text(
      "provider token", "The provider token is older than an hour by Apple's clock.",
      "It is sent again with a new one; if this stays, set this machine's clock."),
    "UnrelatedKeyIdInToken": Text(
      "provider token", "The connection was used with another team's key before.",
      "It is sent again on a new connection; if this stays, check the key id and the team id."),
    "InvalidProviderToken": Text(
      "provider token", "Apple does not accept the provider token.",
      "Check that the key id, the team id and the .p8 file belong together and that the key was not revoked."),
    "MissingProviderToken": Text(
      "provider token", "No provider token arrived.", "Check that nothing on the way removes the header authorization."),
    "BadCertificate": Text("certificate", "Apple does not accept the client's certificate.", "Use a .p8 key instead."),
    "BadCertificateEnvironment": Text(
      "certificate", "The client's certificate is for the other environment.", "Use a .p8 key instead."),
    "BadEnvironmentKeyIdInToken": badEnvironmentKey,
    "BadEnvironmentKeyInToken": badEnvironmentKey,
    "Forbidden": Text(
      "provider token", "Apple refuses this sender.",
      "Check in Apple's developer portal that the key is active and the membership is paid."),
    "BadPath": Text("path", "The path is wrong.", "This is a bug in the sender: report it."),
    "MethodNotAllowed": Text("method", "The method is wrong.", "This is a bug in the sender: report it."),
    "TooManyRequests": Text(
      "device token", "Too many notifications went to this device in a short time.", "It is sent again later."),
    "TooManyProviderTokenUpdates": Text(
      "provider token", "The provider token was renewed too often.",
      "It is sent again with the one before; let one process send for a key."),
    "InternalServerError": Text("Apple's service failed.", "It is sent again with growing pauses for 15 minutes."),
    "ServiceUnavailable": Text(
      "Apple's service is not available.", "It is sent again with growing pauses for 15 minutes."),
    "Shutdown": Text("Apple's server is shutting down.", "It is sent again on a new connection."),
  ]

  private static let badEnvironmentKey = Text(
    "provider token", "The key is for the other environment.",
    "Use a key for this environment, or one that is for both.")
}
