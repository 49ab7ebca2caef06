/// The broadcast channels of every app.
struct ChannelStore {
  /// The largest number of channels of an app.
  static let limit = 10_000

  /// Whether the last message is stored for devices that are offline.
  enum StoragePolicy: Int { case none, mostRecent }

  private var channels: [String: [String: StoragePolicy]] = [:]
  private var random = SystemRandomNumberGenerator()

  /// Creates a channel and returns its id.
  mutating func create(_ policy: StoragePolicy, bundleID: String) throws(Rejection) -> String {
    guard channels[bundleID, default: [:]].count < Self.limit else {
      throw Rejection(.cannotCreateChannel, "\(bundleID) has \(Self.limit) channels: delete some")
    }
    let id = Self.base64(random.next())
    channels[bundleID, default: [:]][id] = policy
    return id
  }

  /// The policy of a channel.
  func policy(of id: String?, bundleID: String) throws(Rejection) -> StoragePolicy {
    let id = try Self.check(id)
    guard let policy = channels[bundleID]?[id] else {
      throw Rejection(.channelNotRegistered, "\(bundleID) has no channel \(id)")
    }
    return policy
  }

  /// Deletes a channel.
  mutating func delete(_ id: String?, bundleID: String) throws(Rejection) {
    let id = try Self.check(id)
    guard channels[bundleID]?.removeValue(forKey: id) != nil else {
      throw Rejection(.channelNotRegistered, "\(bundleID) has no channel \(id)")
    }
  }

  /// The ids of an app's channels, sorted.
  func all(bundleID: String) -> [String] { channels[bundleID, default: [:]].keys.sorted() }

  /// Checks the channel id of a request.
  @discardableResult
  static func check(_ id: String?) throws(Rejection) -> String {
    guard let id else { throw Rejection(.missingChannelID, "there is no apns-channel-id") }
    guard Syntax.isBase64(id), id.utf8.count <= 256 else {
      throw Rejection(.badChannelID, "apns-channel-id is not base64 of at most 256 bytes")
    }
    return id
  }

  /// A number as twelve base64 digits, including the padding.
  private static func base64(_ number: UInt64) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for position in 0..<10 { text.append(alphabet[Int(number >> UInt64(58 - 6 * position) & 63)]) }
    text.append(alphabet[Int(number << 2 & 63)])
    return text + "="
  }
}
