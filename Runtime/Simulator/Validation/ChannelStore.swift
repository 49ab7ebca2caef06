/// The broadcast channels of every app.
struct ChannelStore {
  /// How many channels an app may have.
  static let limit = 10_000

  /// Whether the last message waits for devices that are offline.
  enum StoragePolicy: Int { case none, mostRecent }

  private var channels: [String: [String: StoragePolicy]] = [:]
  private var random = SystemRandomNumberGenerator()

  /// Makes a channel and returns its id.
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

  /// The channel id of a request, if it can be one.
  @discardableResult
  static func check(_ id: String?) throws(Rejection) -> String {
    guard let id else { throw Rejection(.missingChannelID, "there is no apns-channel-id") }
    guard Syntax.isBase64(id), id.utf8.count <= 256 else {
      throw Rejection(.badChannelID, "apns-channel-id is no base64 of a sane length")
    }
    return id
  }

  /// Twelve base64 digits of a number, padding included.
  private static func base64(_ number: UInt64) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for position in 0..<10 { text.append(alphabet[Int(number >> UInt64(58 - 6 * position) & 63)]) }
    text.append(alphabet[Int(number << 2 & 63)])
    return text + "="
  }
}
