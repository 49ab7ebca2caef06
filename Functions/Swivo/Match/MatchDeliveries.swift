import Edge
import Foundation

/// Lists the outcomes of the matches' notifications, the newest first.
let matchDeliveries = Function("match_deliveries", access: .serviceRole) { (filter: DeliveryFilter, context) in
  if let limit = filter.limit, !(1...1000).contains(limit) {
    throw FunctionError.validation("limit must be from 1 to 1000", details: ["limit": .integer(Int64(limit))])
  }
  let outcome = try filter.outcome.map { text in
    guard let outcome = DeliveryOutcome(rawValue: text) else {
      let words = DeliveryOutcome.allCases.map(\.rawValue).joined(separator: ", ")
      throw FunctionError.validation("outcome must be one of \(words)", details: ["outcome": .string(text)])
    }
    return outcome
  }
  let rows = try await context.database.query(
    """
    SELECT session_id, user_id, apns_id, outcome, attempts, reason, updated_at FROM match_deliveries
    WHERE \(filter.sessionID.map { "session_id = \($0)" } ?? "TRUE" as SQL)
      AND \(outcome.map { "outcome = \($0)" } ?? "TRUE" as SQL)
    ORDER BY updated_at DESC, session_id, user_id LIMIT \(filter.limit ?? 100)
    """)
  return rows.readable(of: "match_deliveries", id: "session_id", context.logger) { row in
    DeliveryRow(
      sessionID: try row.get("session_id"), userID: try row.get("user_id"), apnsID: try row.get("apns_id"),
      outcome: try row.get("outcome"), attempts: try row.get("attempts"), reason: try row.get("reason"),
      updatedAt: try row.get("updated_at"))
  }
}
.readOnly()
.described("Lists the outcomes of the matches' notifications, the newest first.")

struct DeliveryFilter: Codable {
  let sessionID: UUID?
  let outcome: String?
  let limit: Int?

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case outcome, limit
  }
}

struct DeliveryRow: Codable {
  let sessionID: UUID
  let userID: UUID
  let apnsID: UUID
  let outcome: String
  let attempts: Int
  let reason: String?
  let updatedAt: Date

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case userID = "user_id"
    case apnsID = "apns_id"
    case outcome, attempts, reason
    case updatedAt = "updated_at"
  }
}
