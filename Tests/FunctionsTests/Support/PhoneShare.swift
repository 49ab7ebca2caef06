import Edge
import Foundation
import Simulator
import SwiftletTesting
import Testing

/// A share between a user and friends with a phone each.
struct PhoneShare {
  let phones: Phones
  let user = UUID()
  let friends: [UUID]
  let tokens: [String]
  var id = ""

  init(_ phones: Phones, friends count: Int = 2, tokens hasTokens: Bool = true) async throws {
    self.phones = phones
    friends = (0..<count).map { _ in UUID() }
    var tokens: [String] = []
    if hasTokens { for friend in friends { tokens.append(try await phones.register(of: friend)) } }
    self.tokens = tokens
    id = try await start()
  }

  func start() async throws -> String {
    let answer = try await phones.host.call("share_eta", by: user, Share(for: friends).json)
    return try #require(answer.json?["id"]?.string)
  }

  func update(_ change: JSONObject) async throws {
    var input = change
    input["share_id"] = .string(id)
    try #require(try await phones.host.call("update_eta_share", by: user, .object(input)).status == 200)
  }

  /// The route with another arrival.
  func arrive(at arrival: String) async throws {
    let route = Share(for: []).with("estimated_arrival", .string(arrival)).route
    try await update(["route_data": .object(route)])
  }

  /// The deliveries' outcomes with their numbers, by event.
  func outcomes() async throws -> [String: [String: Int]] {
    let rows = try await phones.host.database.query(
      """
      SELECT e.kind, d.outcome, count(*) AS number
      FROM eta_share_events e JOIN eta_share_deliveries d ON d.event_id = e.id GROUP BY e.kind, d.outcome
      """)
    var outcomes: [String: [String: Int]] = [:]
    for row in rows {
      outcomes[try row.get("kind"), default: [:]][try row.get("outcome")] = try row.get("number", as: Int.self)
    }
    return outcomes
  }

  /// The events that arrived, in their order, each as often as it arrived.
  var arrived: [String] {
    get throws { try phones.simulator.notifications.map { try $0.json["event"]?.string ?? "-" } }
  }
}
