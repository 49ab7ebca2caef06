import Edge
import Foundation

/// Answers with a session of the caller, also after its match.
///
/// With `?wait=25` it waits up to 25 seconds for a change, and with `Accept: text/event-stream` it streams the changes.
/// A session that is matched or closed changes no more, so neither waits for it.
let session = Function.raw("session", access: .user) { request, context in
  let input = try await SessionRequest(request)
  let reading = SessionReading(sessionID: input.sessionID, context: context)
  guard input.waits else { return try reading.response(to: request, try await reading.state()) }
  // Before the first reading, so that no change is missed between the two.
  let changes = try context.changes.subscribe(to: .session(input.sessionID), by: context.userID)
  // A refusal of the subscription is answered before the head of a stream.
  if input.isStream { _ = try await changes.next(upTo: .zero) }
  let state = try await reading.state()
  if input.isStream { return reading.events(from: state, changes) }
  let changed = try await reading.next(after: state, changes, within: input.wait, knownTo: request)
  return try reading.response(to: request, changed)
}
.readOnly()
.schema(input: SessionReference.self, output: SessionState.self)
.described("Answers with a session of the caller, also after its match. With `?wait=25` it waits for a change.")
.errors(.sessionNotFound, .notTakingPart)

extension ChangeTopic {
  /// The topic of a session: its state and its participants. The job that expires sessions signals it too.
  static func session(_ id: UUID) -> ChangeTopic { ChangeTopic("session", id) }
}
