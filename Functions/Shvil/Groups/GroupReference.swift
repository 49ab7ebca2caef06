import Foundation

/// The input of functions that are about one group.
struct GroupReference: Codable {
  let groupID: UUID

  enum CodingKeys: String, CodingKey { case groupID = "group_id" }
}
