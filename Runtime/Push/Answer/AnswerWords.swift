/// What each of Apple's reasons means and what to do about it, in words, with the field it is about.
enum AnswerWords {
  struct Entry: Sendable {
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

  static let entries: [String: Entry] = notification.merging(service) { first, _ in first }

  /// What is wrong is in the notification or its token.
  private static let notification: [String: Entry] = [
    "BadCollapseId": Entry("apns-collapse-id", "The collapse id is too long.", "Use at most 64 bytes."),
    "BadExpirationDate": Entry(
      "apns-expiration", "The expiration is no date.", "Send whole seconds since 1970, or 0 for one attempt."),
    "BadMessageId": Entry("apns-id", "The id is no UUID.", "Send a UUID in its canonical form."),
    "BadPriority": Entry(
      "apns-priority", "The priority does not fit the push type.",
      "Use 10, 5 or 1, and never 10 for a background push."),
    "BadTopic": Entry("apns-topic", "The topic is malformed.", "Check the bundle id."),
    "DuplicateHeaders": Entry("headers", "A header was sent twice.", "This is a mistake of the sender: report it."),
    "InvalidPushType": Entry(
      "apns-push-type", "Apple does not know the push type, or not here.",
      "Check the push type against the token's kind."),
    "MissingDeviceToken": Entry("path", "The path has no device token.", "This is a mistake of the sender: report it."),
    "MissingTopic": Entry("apns-topic", "The topic is missing.", "Set the bundle id."),
    "PayloadEmpty": Entry("payload", "The payload is empty.", "Send a JSON object."),
    "TopicDisallowed": Entry(
      "apns-topic", "The key may not send for this topic.",
      "Check the bundle id, and that the key is of the app's team."),
    "BadChannelId": Entry("apns-channel-id", "The channel id is malformed.", "Send it as Apple gave it."),
    "CannotCreateChannelConfig": Entry(
      "channel", "The app has as many channels as it may have.", "Delete channels that are no longer used."),
    "ChannelNotRegistered": Entry(
      "apns-channel-id", "There is no such channel here.", "Check the environment, or create the channel."),
    "FeatureNotEnabled": Entry(
      "channel", "The app may not broadcast.",
      "Enable the broadcast capability for its bundle id in Apple's developer portal."),
    "MissingChannelId": Entry("apns-channel-id", "The channel id is missing.", "Send it as Apple gave it."),
    "MissingPushType": Entry("apns-push-type", "The push type is missing.", "Set the push type."),
    "BadDeviceToken": Entry(
      "device token", "Apple does not know the device token in this environment.",
      "Check whether it belongs to the other environment; if it cannot, forget it."),
    "DeviceTokenNotForTopic": Entry(
      "device token", "The device token is another app's.", "Check the bundle id; if it is right, forget the token."),
    "Unregistered": Entry(
      "device token", "The app was removed from the device, or no longer takes notifications.",
      "Forget the token, unless it was registered again since."),
    "ExpiredToken": Entry(
      "device token", "The device token has expired.", "Forget the token, unless it was registered again since."),
    "PayloadTooLarge": Entry(
      "payload", "The payload is too large.", "Send at most 4096 bytes, 5120 for VoIP and broadcast."),
  ]

  /// What is wrong is in the connection, the key or the service.
  private static let service: [String: Entry] = [
    "IdleTimeout": Entry("The connection was idle for too long.", "It is sent again on a new connection."),
    "ExpiredProviderToken": Entry(
      "provider token", "The provider token is older than an hour by Apple's clock.",
      "It is sent again with a new one; if this stays, set this machine's clock."),
    "UnrelatedKeyIdInToken": Entry(
      "provider token", "The connection was used with another team's key before.",
      "It is sent again on a new connection; if this stays, check the key id and the team id."),
    "InvalidProviderToken": Entry(
      "provider token", "Apple does not accept the provider token.",
      "Check that the key id, the team id and the .p8 file belong together and that the key was not revoked."),
    "MissingProviderToken": Entry(
      "provider token", "No provider token arrived.", "Check that nothing on the way removes the header authorization."),
    "BadCertificate": Entry("certificate", "Apple does not accept the client's certificate.", "Use a .p8 key instead."),
    "BadCertificateEnvironment": Entry(
      "certificate", "The client's certificate is for the other environment.", "Use a .p8 key instead."),
    "BadEnvironmentKeyIdInToken": badEnvironmentKey,
    "BadEnvironmentKeyInToken": badEnvironmentKey,
    "Forbidden": Entry(
      "provider token", "Apple refuses this sender.",
      "Check in Apple's developer portal that the key is active and the membership is paid."),
    "BadPath": Entry("path", "The path is wrong.", "This is a mistake of the sender: report it."),
    "MethodNotAllowed": Entry("method", "The method is wrong.", "This is a mistake of the sender: report it."),
    "TooManyRequests": Entry(
      "device token", "Too many notifications went to this device in a short time.", "It is sent again later."),
    "TooManyProviderTokenUpdates": Entry(
      "provider token", "The provider token was renewed too often.",
      "It is sent again with the one before; let one process send for a key."),
    "InternalServerError": Entry("Apple's service failed.", "It is sent again with growing pauses for 15 minutes."),
    "ServiceUnavailable": Entry(
      "Apple's service is not available.", "It is sent again with growing pauses for 15 minutes."),
    "Shutdown": Entry("Apple's server is shutting down.", "It is sent again on a new connection."),
  ]

  private static let badEnvironmentKey = Entry(
    "provider token", "The key is for the other environment.",
    "Use a key for this environment, or one that is for both.")
}
