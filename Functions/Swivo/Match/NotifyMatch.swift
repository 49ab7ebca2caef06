import Edge
import Foundation

/// Enqueues the notifications of a match: for `{session_id}`, or for Supabase's database webhook of `sessions`.
///
/// It answers within the second that the webhook waits. Each participant is notified once, however often it is called
/// and whether or not `like_option` has enqueued the same work.
let notifyMatch = Function.raw("notify_match", access: .serviceRole) { request, context in
  let call = try await request.decode(MatchCall.self, upTo: 1 << 20)
  guard let sessionID = call.sessionID else {
    return try .json(Accepted(status: "ignored", sessionID: nil), status: .accepted)
  }
  try await context.database.transaction(retries: 3) { transaction in
    guard let session = try await transaction.first("SELECT status FROM sessions WHERE id = \(sessionID)") else {
      throw FunctionError.sessionNotFound
    }
    guard try session.get("status") == SessionStatus.matched else { throw FunctionError.sessionUnmatched }
    try await context.jobs.enqueue(deliverMatch, MatchReference(sessionID: sessionID), in: transaction)
  }
  return try .json(Accepted(status: "accepted", sessionID: sessionID), status: .accepted)
}.idempotent()
  .schema(
    input: .object(
      "MatchCall", .optional("session_id", .uuid), .optional("type", .choice("INSERT", "UPDATE", "DELETE")),
      .optional("table", .string), .optional("schema", .string), .optional("record", .dictionary(of: .any).nullable),
      .optional("old_record", .dictionary(of: .any).nullable)),
    output: .object(
      "MatchCallAccepted", .required("status", .choice("accepted", "ignored")), .optional("session_id", .uuid)),
    status: 202
  )
  .described("Notifies the participants of a session with a match; Supabase's database webhook calls it.")
  .errors(.sessionNotFound, .sessionUnmatched)

private struct Accepted: Encodable {
  let status: String
  let sessionID: UUID?

  enum CodingKeys: String, CodingKey {
    case status
    case sessionID = "session_id"
  }
}

/// `{"session_id"}`, or a webhook's `{"type","table","record","old_record"}`.
struct MatchCall: Decodable {
  /// The session with a match; nil for a change that made none.
  let sessionID: UUID?

  private struct Record: Decodable {
    let id: UUID
    let status: String?
  }

  enum CodingKeys: String, CodingKey {
    case sessionID = "session_id"
    case type, table, record
    case oldRecord = "old_record"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let type = try container.decodeIfPresent(String.self, forKey: .type) else {
      sessionID = try container.decode(UUID.self, forKey: .sessionID)
      return
    }
    let table = try container.decode(String.self, forKey: .table)
    guard table == "sessions" else {
      throw DecodingError.dataCorruptedError(
        forKey: .table, in: container, debugDescription: "Expected the webhook of sessions, found that of \(table)")
    }
    guard type != "DELETE" else {
      sessionID = nil
      return
    }
    let record = try container.decode(Record.self, forKey: .record)
    let old = try container.decodeIfPresent(Record.self, forKey: .oldRecord)
    let isMatch = record.status == SessionStatus.matched.rawValue && old?.status != SessionStatus.matched.rawValue
    sessionID = isMatch ? record.id : nil
  }
}
