import Foundation

/// The recipients of a share: 1 to 50 users, each once.
struct Recipients: Codable {
  static let limit = 50

  /// The most bytes of a stored list's text, on either engine.
  static let maximumBytes = 2048

  let userIDs: [UUID]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    userIDs = try container.decode([UUID].self)
    guard (1...Self.limit).contains(userIDs.count), Set(userIDs).count == userIDs.count else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "Expected 1 to \(Self.limit) different UUIDs")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(userIDs)
  }
}
