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
    let host = try await makeHost()
    let id = try await order(host, .confirmed, .shipped)
    async let response = events(of: id, as: ada, host)
    try await report(.delivered, of: id, host)
    let text = try await response.text
    #expect(text.matches(of: /data: (\w+)/).map(\.output.1) == ["confirmed", "shipped", "delivered"])
    await host.shutdown()
  }

  @Test func aClientThatComesBackGetsTheRest() async throws {
    let host = try await makeHost()
    let id = try await order(host, .confirmed, .shipped, .delivered)
    let all = try await events(of: id, as: ada, host).text
    let first = try #require(all.firstMatch(of: /id: (\d+)/)).output.1
    let rest = try await events(of: id, as: ada, after: String(first), host).text
    #expect(rest.matches(of: /data: (\w+)/).map(\.output.1) == ["shipped", "delivered"])
    await host.shutdown()
  }

  @Test func anOrderIsPlacedOnceForEachKey() async throws {
    let host = try await makeHost()
    let first = try await host.call("place_order", as: .user(ada), key: "1")
    let again = try await host.call("place_order", as: .user(ada), key: "1")
    #expect(again.body == first.body)
    #expect(try await host.call("place_order", as: .user(ada), key: "2").body != first.body)
    #expect(try await host.database.query("SELECT id FROM orders").count == 2)
    await host.shutdown()
  }

  @Test func anOrderOfAnotherUserIsNotThere() async throws {
    let host = try await makeHost()
    let id = try await order(host, .delivered)
    #expect(try await events(of: id, as: UUID(), host).status == 404)
    #expect(try await host.request(.get, "/functions/v1/order_events", as: .user(ada)).status == 400)
    await host.shutdown()
  }
}
