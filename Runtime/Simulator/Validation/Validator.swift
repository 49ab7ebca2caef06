import Push

/// The validation of requests by Apple's rules. The first failed check decides.
struct Validator {
  private let topics: Set<String>
  var tokens: TokenChecker
  var devices: DeviceRegistry
  var channels = ChannelStore()

  init(_ configuration: SimulatorConfiguration) {
    topics = configuration.topics
    tokens = TokenChecker(keys: configuration.keys, environment: configuration.environment)
    devices = DeviceRegistry(configuration.devices, environment: configuration.environment)
  }

  /// Validates a push to a device at a time in seconds since 1970. `id` is its `apns-id`, or a new one if it has none.
  mutating func push(
    _ request: ReceivedPush, id: String, history: inout TokenHistory, now: Int64
  ) throws(Rejection) -> AcceptedPush {
    try Self.checkCommon(request)
    guard request.method == "POST" else {
      throw Rejection(.methodNotAllowed, "a push is a POST, this is a \(request.method)")
    }
    let topic = try checkTopic(request.topic)
    if let collapseID = request.collapseID, collapseID.isEmpty || collapseID.utf8.count > 64 {
      throw Rejection(.badCollapseID, "apns-collapse-id has \(collapseID.utf8.count) bytes, allowed are 1 to 64")
    }
    let expiration = try Self.expiration(request.expiration)
    let priority = try Self.priority(request.priority)
    let type = try Self.type(request.pushType)
    if type == .background, priority != 5 {
      throw Rejection(.badPriority, "a background push has apns-priority 5, this one has \(priority)")
    }
    guard let bundleID = type.bundleID(of: topic, apps: topics) else {
      let rule =
        type.topicSuffix.isEmpty ? "the bundle id alone as its topic" : "a topic that ends in \(type.topicSuffix)"
      throw Rejection(.topicDisallowed, "apns-push-type \(type.rawValue) needs \(rule), not \(topic)")
    }
    guard topics.isEmpty || topics.contains(bundleID) else {
      throw Rejection(.topicDisallowed, "\(bundleID) is not a topic of this simulator")
    }
    let token = try Self.deviceToken(request.path)
    try devices.check(token, bundleID: bundleID)
    try authorize(request, history: &history, now: now)
    let json = try Self.payload(request.body, limit: type.payloadLimit)
    return AcceptedPush(
      id: id, token: token, channel: nil, topic: topic, type: type, priority: priority, expiration: expiration,
      collapseID: request.collapseID, payload: request.body, json: json)
  }

  /// Validates a push to a channel, which has its own rules ("Sending broadcast push notification requests to APNs").
  mutating func broadcast(
    _ request: ReceivedPush, bundleID: String, id: String, history: inout TokenHistory, now: Int64
  ) throws(Rejection) -> AcceptedPush {
    try Self.checkCommon(request)
    guard request.method == "POST" else {
      throw Rejection(.methodNotAllowed, "a broadcast is a POST, this is a \(request.method)")
    }
    let channel = try ChannelStore.check(request.channel)
    guard let expiration = try Self.expiration(request.expiration) else {
      throw Rejection(.badExpirationDate, "a broadcast needs apns-expiration")
    }
    guard request.priority != nil else { throw Rejection(.badPriority, "a broadcast needs apns-priority") }
    let priority = try Self.priority(request.priority)
    guard let type = request.pushType else {
      throw Rejection(.missingPushType, "a broadcast needs apns-push-type liveactivity")
    }
    guard type.lowercased() == PushType.liveactivity.rawValue else {
      throw Rejection(.invalidPushType, "a broadcast has apns-push-type liveactivity, not \(type)")
    }
    try checkBundleID(bundleID)
    try authorize(request, history: &history, now: now)
    if try channels.policy(of: channel, bundleID: bundleID) == .none, expiration != 0 {
      throw Rejection(.badExpirationDate, "the channel stores no messages: apns-expiration must be 0")
    }
    let json = try Self.payload(request.body, limit: PushBroadcast.payloadLimit)
    return AcceptedPush(
      id: id, token: nil, channel: channel, topic: bundleID, type: .liveactivity, priority: priority,
      expiration: expiration, collapseID: nil, payload: request.body, json: json)
  }

  func checkBundleID(_ bundleID: String) throws(Rejection) {
    guard Syntax.isBundleID(bundleID) else { throw Rejection(.badPath, "\(bundleID) is not a bundle id") }
    guard topics.isEmpty ? !PushType.hasSuffix(bundleID) : topics.contains(bundleID) else {
      throw Rejection(.topicDisallowed, "\(bundleID) has a suffix, or is not a topic of this simulator")
    }
  }

  /// Checks the provider token, by itself and on its connection.
  mutating func authorize(_ request: ReceivedPush, history: inout TokenHistory, now: Int64) throws(Rejection) {
    let token = try tokens.token(of: request.authorization)
    try TokenChecker.checkAge(of: token, now: now)
    try history.admit(token, now: now)
  }

  private func checkTopic(_ topic: String?) throws(Rejection) -> String {
    guard let topic, !topic.isEmpty else { throw Rejection(.missingTopic, "there is no apns-topic") }
    guard Syntax.isBundleID(topic) else { throw Rejection(.badTopic, "\(topic) is not a bundle id") }
    return topic
  }
}
