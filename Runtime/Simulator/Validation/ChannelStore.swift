import FoundationEssentials

/// The broadcast channels of every app.
struct ChannelStore {
  static let limit = 10_000

  /// Whether the last message is stored for devices that are offline.
  enum StoragePolicy: Int { case none, mostRecent }

  private var channels: [String: [String: StoragePolicy]] = [:]

  mutating func create(_ policy: StoragePolicy, bundleID: String) throws(Rejection) -> String {
    guard channels[bundleID, default: [:]].count < Self.limit else {
      throw Rejection(.cannotCreateChannel, "\(bundleID) has \(Self.limit) channels: delete some")
    }
    let id = Data((0..<8).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
    channels[bundleID, default: [:]][id] = policy
    return id
  }

  func policy(of id: String?, bundleID: String) throws(Rejection) -> StoragePolicy {
    let id = try Self.check(id)
    guard let policy = channels[bundleID]?[id] else {
      throw Rejection(.channelNotRegistered, "\(bundleID) has no channel \(id)")
    }
    return policy
  }

  mutating func delete(_ id: String?, bundleID: String) throws(Rejection) {
    let id = try Self.check(id)
    guard channels[bundleID]?.removeValue(forKey: id) != nil else {
      throw Rejection(.channelNotRegistered, "\(bundleID) has no channel \(id)")
    }
  }

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
}
