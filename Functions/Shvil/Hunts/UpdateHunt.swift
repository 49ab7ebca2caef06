import Edge
import Foundation

/// Changes a hunt: starts it, ends it, or plans its times; only its creator may. See ``HuntSchedule`` for the rules.
let updateHunt = Function("update_scavenger_hunt", access: .user) { (input: HuntChange, context) in
  let huntID = input.huntID
  let userID = context.userID
  let now = context.clock.now
  let statements = context.database.dialect.holding(hunt: huntID) + [.hunt(huntID, for: userID)]

  return try await context.database.transaction(retries: 3) { transaction in
    guard let row = try await transaction.batch(statements).last?.first else { throw FunctionError.huntNotFound }
    let hunt = try ScavengerHunt(row)
    guard hunt.createdBy == userID else {
      throw FunctionError.permissionDenied("Only the creator of the hunt may change it")
    }
    let schedule = HuntSchedule(status: hunt.status, startTime: hunt.startTime, endTime: hunt.endTime)
    let next = try schedule.changed(to: input.status, start: input.startTime, end: input.endTime, at: now)
    // A repeated start or end changes nothing.
    guard next != schedule || input.title != nil || input.description != nil else { return hunt }
    let renaming: SQL = input.title.map { ", title = \($0)" } ?? ""
    let describing: SQL = input.description.map { ", description = \($0)" } ?? ""
    try await transaction.execute(
      """
      UPDATE scavenger_hunts SET status = \(next.status), start_time = \(next.startTime), end_time = \(next.endTime),
        updated_at = \(now)\(renaming)\(describing)
      WHERE id = \(huntID)
      """)
    guard let changed = try await transaction.first(.hunt(huntID, for: userID)) else {
      throw FunctionError.huntNotFound
    }
    return try ScavengerHunt(changed)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Changes a hunt: starts it, ends it, or plans its times; only its creator may.")
  .errors(.huntNotFound, .huntOver, .permissionDenied("Only the creator may do this"))

struct HuntChange: Codable {
  let huntID: UUID
  /// The new title; nil keeps it.
  let title: String?
  /// The new description: nil keeps it, and a null of the input removes it. The times likewise.
  let description: String??
  let status: HuntStatus?
  let startTime: Date??
  let endTime: Date??

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    huntID = try container.decode(UUID.self, forKey: .huntID)
    title = try container.decodePresentText(.title, HuntLimits.title)
    description = try container.decodeTextChange(of: .description, HuntLimits.description)
    status = try container.decodePresent(.status)
    startTime = try container.decodeChange(of: .startTime)
    endTime = try container.decodeChange(of: .endTime)
    try container.requireAny(of: .title, .description, .status, .startTime, .endTime)
  }

  enum CodingKeys: String, CodingKey {
    case title, description, status
    case huntID = "hunt_id"
    case startTime = "start_time"
    case endTime = "end_time"
  }
}
