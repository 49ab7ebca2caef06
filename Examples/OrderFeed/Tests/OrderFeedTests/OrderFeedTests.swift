import Foundation
import Swiftlet
import SwiftletTesting
import Testing

@testable import OrderFeed

@Suite struct OrderFeedTests {
  private let ada = UUID()

  private func makeHost() async throws -> TestHost {
    try await TestHost(functions: functions, migrations: [migrations])
  }

  private func order(_ host: TestHost, _ states: Step.State...) async throws -> UUID {
    let id = try await host.call("place_order", as: .user(ada)).decode(OrderReference.self).id
    for state in states { try await report(state, of: id, host) }
    return id
  }

  private func report(_ state: Step.State, of order: UUID, _ host: TestHost) async throws {
    #expect(try await host.call("report_step", as: .serviceRole, json: Step(order: order, state: state)).status == 204)
  }

  private func events(
    of order: UUID, as user: UUID, after last: String? = nil, _ host: TestHost
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    headers[try #require(HTTPField.Name("Last-Event-ID"))] = last
    return try await host.request(
      .get, "/functions/v1/order_events?order=\(order)", as: .user(user), headers: headers)
  }

  @Test func stepsComeInOrderUntilTheOrderIsDelivered() async throws {
    try await makeHost().test { host in
      let id = try await order(host, .confirmed, .shipped)
      async let response = events(of: id, as: ada, host)
      try await report(.delivered, of: id, host)
      #expect(try await response.events.map(\.data) == ["confirmed", "shipped", "delivered"])
    }
  }

  @Test func aClientThatComesBackGetsTheRest() async throws {
    try await makeHost().test { host in
      let id = try await order(host, .confirmed, .shipped, .delivered)
      let all = try await events(of: id, as: ada, host).events
      let first = try #require(all.first?.id)
      let rest = try await events(of: id, as: ada, after: first, host).events
      #expect(rest.map(\.data) == ["shipped", "delivered"])
    }
  }

  /// Under a clock that stands still, the stream of an order that is not delivered has no end.
  @Test func aClientLeavesBeforeTheOrderIsDelivered() async throws {
    let clock = WallClock.fixed(Date(timeIntervalSince1970: 1_772_366_400))  // 2026-03-01T12:00:00Z
    try await TestHost(functions: functions, migrations: [migrations], clock: clock).test { host in
      let order = try await order(host, .confirmed, .shipped)
      let response = try await host.request(
        .get, "/functions/v1/order_events?order=\(order)", as: .user(ada), firstEvents: 2)
      #expect(response.events.map(\.data) == ["confirmed", "shipped"])
    }
  }

  @Test func anOrderIsPlacedOnceForEachKey() async throws {
    try await makeHost().test { host in
      let first = try await host.call("place_order", as: .user(ada), key: "1")
      let again = try await host.call("place_order", as: .user(ada), key: "1")
      #expect(again.body == first.body)
      #expect(try await host.call("place_order", as: .user(ada), key: "2").body != first.body)
      #expect(try await host.database.query("SELECT id FROM orders").count == 2)
    }
  }

  @Test func anOrderOfAnotherUserIsNotThere() async throws {
    try await makeHost().test { host in
      let id = try await order(host, .delivered)
      #expect(try await events(of: id, as: UUID(), host).status == 404)
      #expect(try await host.request(.get, "/functions/v1/order_events", as: .user(ada)).status == 400)
    }
  }
}
