public import FoundationEssentials
import Wire

/// A request to create, read, delete or list the channels that broadcasts go to. An app may have 10,000 in each
/// environment.
public enum ChannelRequest: Sendable, Hashable {
  /// The broadcasts that Apple stores for the devices of a channel that it cannot reach.
  public enum Storage: Int, Sendable, Hashable, Codable {
    /// Nothing.
    case nothing = 0
    /// The last broadcast.
    case mostRecent = 1
  }

  /// Creates a channel.
  case create(Storage)
  /// Reads the settings of a channel.
  case read(channelID: String)
  /// Deletes a channel. Its subscribers get no more broadcasts.
  case delete(channelID: String)
  /// Lists every channel of the app.
  case list

  /// A request that was checked and is ready for the wire.
  public struct Prepared: Sendable {
    /// The request itself.
    public let request: ChannelRequest
    /// The request's id (`apns-request-id`).
    public let id: UUID
    /// The service it goes to.
    public let environment: PushEnvironment
    /// `POST`, `GET` or `DELETE`.
    public let method: String
    /// The path, without host.
    public let path: String
    /// Every header but `authorization`, by lower-case name.
    public let headers: [(name: String, value: String)]
    /// The body; empty for all but a creation.
    public let body: [UInt8]

    package init(
      request: ChannelRequest, id: UUID, environment: PushEnvironment, method: String, path: String,
      headers: [(name: String, value: String)], body: [UInt8]
    ) {
      self.request = request
      self.id = id
      self.environment = environment
      self.method = method
      self.path = path
      self.headers = headers
      self.body = body
    }
  }

  /// Checks the request and prepares it for the wire to the service that has the channels.
  ///
  /// - Throws: ``PushError`` for the bundle id or the channel's id.
  public func prepared(
    bundleID: String, environment: PushEnvironment, id: UUID = UUID()
  ) throws(PushError) -> Prepared {
    try Header.checkBundleID(bundleID)
    var headers: [(name: String, value: String)] = [("apns-request-id", id.lowercased)]
    var body: [UInt8] = []
    let method: String
    var path = "/1/apps/\(bundleID)/channels"
    switch self {
    case .create(let storage):
      method = "POST"
      headers.append(("content-type", "application/json"))
      body = Array(#"{"message-storage-policy":\#(storage.rawValue),"push-type":"LiveActivity"}"#.utf8)
    case .read(let channelID), .delete(let channelID):
      try Header.checkChannel(channelID, field: "apns-channel-id")
      method = if case .read = self { "GET" } else { "DELETE" }
      headers.append(("apns-channel-id", channelID))
    case .list:
      method = "GET"
      path = "/1/apps/\(bundleID)/all-channels"
    }
    return Prepared(
      request: self, id: id, environment: environment, method: method, path: path, headers: headers, body: body)
  }
}
