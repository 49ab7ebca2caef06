import Foundation
public import Swiftlet

/// The demo of Swivo: a match between three users, from the session's creation to the notification on each phone.
public func swivoDemo(_ stage: DemoStage) async throws {
  let users = ["Ada", "Bob", "Cleo"].map(DemoUser.init)
  let tokens = users.map { _ in deviceToken() }
  let (ada, others) = (users[0], users.dropFirst())

  stage.step("1. Each phone registers for pushes")
  for (user, token) in zip(users, tokens) {
    try await stage.call("update_apns_token", as: user, ["token": .string(token), "environment": "sandbox"])
  }

  stage.step("2. Ada starts a session that matches when three like the same")
  let categories = try await stage.call("categories", as: ada)
  let category = try text(categories.array?.first?["id"], "category id; run 'swiftlet seed' first")
  let session = try await stage.call("create_session", as: ada, ["category_id": .string(category), "quorum_n": 3])
  let sessionID = try text(session["session_id"], "session_id")
  let code = try text(session["invite_code"], "invite_code")

  stage.step("3. The others join with its code")
  for user in others { try await stage.call("join_session", as: user, ["invite_code": .string(code)]) }

  stage.step("4. All three like the first option")
  let options = try await stage.call("session_options", as: ada, ["session_id": .string(sessionID)])
  let option = try text(options.array?.first?["options"]?["id"], "option id")
  let like: JSONValue = ["session_id": .string(sessionID), "option_id": .string(option)]
  for user in users { try await stage.call("like_option", as: user, like) }

  if stage.hasSimulator {
    stage.step("5. The match is on every phone")
    for (user, push) in zip(users, try await stage.pushes(to: tokens)) {
      let alert = push.payload["aps"]?["alert"]
      stage.say(
        "  \(user.name)'s phone …\(push.token.suffix(8)): \(alert?["title"]?.string ?? "") \(alert?["body"]?.string ?? "")"
      )
      stage.say("    apns-id \(push.apnsID), \(push.type) for \(push.topic)")
    }
  }

  stage.step("\(stage.hasSimulator ? 6 : 5). The outcomes of the notifications")
  try await showOutcomes(of: sessionID, stage)
}

/// Waits until no delivery of the match is pending; each call prints the deliveries.
private func showOutcomes(of sessionID: String, _ stage: DemoStage) async throws {
  for _ in 1...20 {
    let deliveries = try await stage.call("match_deliveries", as: nil, ["session_id": .string(sessionID)])
    let outcomes = (deliveries.array ?? []).compactMap { $0["outcome"]?.string }
    if !outcomes.isEmpty, !outcomes.contains("pending") { return }
    try await Task.sleep(for: .milliseconds(250))
  }
}

/// A random device token in Apple's form, which belongs to no phone.
private func deviceToken() -> String {
  (0..<64).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
}

private func text(_ value: JSONValue?, _ what: String) throws -> String {
  guard let text = value?.string else { throw UnexpectedAnswer(missing: what) }
  return text
}

private struct UnexpectedAnswer: Error, CustomStringConvertible {
  let missing: String
  var description: String { "The response has no \(missing)" }
}
