import Edge
import Foundation
import HTTPTypes
import SwiftletTesting
import Testing

/// A group with its creator and its invite code.
struct Group {
  let id: UUID
  let code: String
  let creator: UUID
}

/// A hunt with its creator and its checkpoints, in their order.
struct Hunt {
  let id: UUID
  let creator: UUID
  let checkpoints: [UUID]
}

extension TestHost {
  /// Sends a request to a table as an app's client does, which asks for the rows.
  func table(
    _ method: HTTPRequest.Method, _ target: String, by user: UUID, _ body: JSONValue? = nil
  ) async throws -> Answer {
    let headers: HTTPFields = [
      .contentType: "application/json", .init("Prefer") ?? .accept: "return=representation",
    ]
    let bytes = try body.map { try Wire.encode($0) } ?? []
    return try Answer(
      await request(method, "/rest/v1/\(target)", as: .user(user), headers: headers, body: bytes))
  }

  /// Creates a group, and lets others join it.
  func makeGroup(by creator: UUID = UUID(), members: [UUID] = []) async throws -> Group {
    let made = try await call("create_social_group", by: creator, ["name": "Weekend Warriors"])
    try #require(made.status == 200, "\(made)")
    let group = Group(
      id: try #require(made.json?.id), code: try #require(made.json?["invite_code"]?.string), creator: creator)
    for member in members { try #require(try await join(group, by: member).status == 200) }
    return group
  }

  func join(_ group: Group, by user: UUID) async throws -> Answer {
    try await call("join_social_group", by: user, ["invite_code": .string(group.code)])
  }

  /// Creates a hunt with three checkpoints, of 10, 20 and 30 points, the last of which requires a photo.
  func makeHunt(
    by creator: UUID = UUID(), in group: Group? = nil, players: [UUID] = [], started: Bool = false
  ) async throws -> Hunt {
    var input: JSONObject = [
      "title": "City Hunt",
      "checkpoints": [
        ["title": "Door", "points": 10], ["title": "Tree", "points": 20],
        ["title": "Bridge", "points": 30, "photo_required": true],
      ],
    ]
    if let group { input["group_id"] = group.id.json }
    let made = try await call("create_scavenger_hunt", by: creator, .object(input))
    try #require(made.status == 200, "\(made)")
    let checkpoints = try await database.query(
      "SELECT id FROM hunt_checkpoints WHERE hunt_id = \(try #require(made.json?.id)) ORDER BY order_index")
    let hunt = Hunt(
      id: try #require(made.json?.id), creator: creator, checkpoints: try checkpoints.map { try $0.get("id") })
    for player in players { try #require(try await join(hunt, by: player).status == 200) }
    if started { try #require(try await change(hunt, by: creator, ["status": "active"]).status == 200) }
    return hunt
  }

  func join(_ hunt: Hunt, by user: UUID) async throws -> Answer {
    try await call("join_scavenger_hunt", by: user, ["hunt_id": hunt.id.json])
  }

  /// Sends the app's `PATCH` of a hunt.
  func change(_ hunt: Hunt, by user: UUID, _ change: JSONValue) async throws -> Answer {
    try await table(.patch, "scavenger_hunts?id=eq.\(hunt.id.text)", by: user, change)
  }

  func submit(_ checkpoint: UUID, by user: UUID, photo: String? = nil) async throws -> Answer {
    var input: JSONObject = ["checkpoint_id": checkpoint.json]
    if let photo { input["photo_url"] = .string(photo) }
    return try await call("submit_checkpoint", by: user, .object(input))
  }

  /// Sends 24 calls at once.
  func racing(_ call: @escaping @Sendable (Int) async throws -> Answer) async throws -> [Answer] {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      for number in 0..<24 { group.addTask { try await call(number) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

extension JSONValue {
  /// The member `id`.
  var id: UUID? { self["id"]?.string.flatMap(UUID.init(uuidString:)) }
  /// The first row of an array.
  var row: JSONValue? { array?.first }
}
