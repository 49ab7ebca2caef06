import Wire

/// The management of channels ("Sending channel management requests to APNs").
extension Validator {
  /// The answer to a channel request.
  struct ChannelAnswer: Hashable {
    let status: Int
    var channel: String?
    var body: String?
  }

  /// Serves `/1/apps/<bundle id>/channels`.
  mutating func channels(
    _ request: ReceivedPush, bundleID: String, history: inout TokenHistory, now: Int64
  ) throws(Rejection) -> ChannelAnswer {
    try Self.checkCommon(request)
    try checkBundleID(bundleID)
    try authorize(request, history: &history, now: now)
    switch request.method {
    case "POST":
      let policy = try Self.policy(request.body)
      return ChannelAnswer(status: 201, channel: try channels.create(policy, bundleID: bundleID))
    case "GET":
      let policy = try channels.policy(of: request.channel, bundleID: bundleID)
      return ChannelAnswer(
        status: 200, body: #"{"message-storage-policy":\#(policy.rawValue),"push-type":"LiveActivity"}"#)
    case "DELETE":
      try channels.delete(request.channel, bundleID: bundleID)
      return ChannelAnswer(status: 204)
    default:
      throw Rejection(.methodNotAllowed, "a channel request is a POST, GET or DELETE, this is a \(request.method)")
    }
  }

  /// Serves `/1/apps/<bundle id>/all-channels`.
  mutating func allChannels(
    _ request: ReceivedPush, bundleID: String, history: inout TokenHistory, now: Int64
  ) throws(Rejection) -> ChannelAnswer {
    try Self.checkCommon(request)
    guard request.method == "GET" else {
      throw Rejection(.methodNotAllowed, "a request for the list of channels is a GET, this is a \(request.method)")
    }
    try checkBundleID(bundleID)
    try authorize(request, history: &history, now: now)
    let list = channels.all(bundleID: bundleID).map(JSONWriter.quoted).joined(separator: ",")
    return ChannelAnswer(status: 200, body: #"{"channels":[\#(list)]}"#)
  }

  private static func policy(_ body: [UInt8]) throws(Rejection) -> ChannelStore.StoragePolicy {
    guard !body.isEmpty else { throw Rejection(.payloadEmpty, "a new channel needs a body") }
    guard let fields = try? JSONScanner.value(of: body), let names = fields.object?.keys else {
      throw Rejection(.badRequestPayload, "the body is not a JSON object")
    }
    guard let policy = fields["message-storage-policy"]?.integer.flatMap(ChannelStore.StoragePolicy.init),
      names.allSatisfy({ $0 == "message-storage-policy" || $0 == "push-type" })
    else { throw Rejection(.badRequestParameters, "a channel has message-storage-policy 0 or 1, and push-type") }
    guard let type = fields["push-type"]?.string else { throw Rejection(.missingPushType, "there is no push-type") }
    guard type == "LiveActivity" else {
      throw Rejection(.invalidPushType, "push-type is LiveActivity, not \(type)")
    }
    return policy
  }
}
