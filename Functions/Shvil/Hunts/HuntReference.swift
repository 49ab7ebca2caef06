import Foundation

/// The input of functions that are about one hunt.
struct HuntReference: Codable {
  let huntID: UUID

  enum CodingKeys: String, CodingKey { case huntID = "hunt_id" }
}

/// The input of database functions that are about one hunt.
struct HuntParameters: Codable {
  let huntID: UUID

  enum CodingKeys: String, CodingKey { case huntID = "p_hunt_id" }
}
