import Foundation
import Swiftlet

/// A note, as the app's models have it.
struct Note: Codable, Sendable, Equatable {
  let id: UUID
  let text: String
  let createdAt: Date

  enum CodingKeys: String, CodingKey {
    case id, text
    case createdAt = "created_at"
  }
}

extension Note {
  init(_ row: Row) throws {
    self.init(id: try row.get("id"), text: try row.get("text"), createdAt: try row.get("created_at"))
  }
}
