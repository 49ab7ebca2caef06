/// Apple's reason for refusing a request ("Handling notification responses from APNs").
enum Reason: String, Hashable, Sendable, CaseIterable {
  case badChannelID = "BadChannelId"
  case badCollapseID = "BadCollapseId"
  case badDeviceToken = "BadDeviceToken"
  case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
  case badExpirationDate = "BadExpirationDate"
  case badMessageID = "BadMessageId"
  case badPath = "BadPath"
  case badPriority = "BadPriority"
  case badRequestParameters = "BadRequestParams"
  case badRequestPayload = "BadRequestPayload"
  case badTopic = "BadTopic"
  case cannotCreateChannel = "CannotCreateChannelConfig"
  case channelNotRegistered = "ChannelNotRegistered"
  case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
  case duplicateHeaders = "DuplicateHeaders"
  case expiredProviderToken = "ExpiredProviderToken"
  case invalidProviderToken = "InvalidProviderToken"
  case invalidPushType = "InvalidPushType"
  case methodNotAllowed = "MethodNotAllowed"
  case missingChannelID = "MissingChannelId"
  case missingDeviceToken = "MissingDeviceToken"
  case missingProviderToken = "MissingProviderToken"
  case missingPushType = "MissingPushType"
  case missingTopic = "MissingTopic"
  case payloadEmpty = "PayloadEmpty"
  case payloadTooLarge = "PayloadTooLarge"
  case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
  case topicDisallowed = "TopicDisallowed"
  case unregistered = "Unregistered"
  case unrelatedKeyID = "UnrelatedKeyIdInToken"

  var status: Int {
    switch self {
    case .badEnvironmentKeyID, .expiredProviderToken, .invalidProviderToken, .missingProviderToken, .unrelatedKeyID: 403
    case .badPath: 404
    case .methodNotAllowed: 405
    case .unregistered: 410
    case .payloadTooLarge: 413
    case .tooManyProviderTokenUpdates: 429
    default: 400
    }
  }
}
