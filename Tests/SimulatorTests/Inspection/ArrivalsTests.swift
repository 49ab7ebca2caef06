import Foundation
import Push
import Testing
import Wire

@testable import Simulator

@Suite struct ArrivalsTests {
  private func push(bytes: Int) throws -> AcceptedPush {
    let body = payload(bytes: bytes)
    return AcceptedPush(
      id: "id", token: "ab", channel: nil, topic: "com.example.app", type: .alert, priority: 10, expiration: nil,
      collapseID: nil, payload: body, json: try #require(jsonValue(body)))
  }

  @Test func theNewestAreKeptByCount() throws {
    var arrivals = Arrivals(capacity: 3, capacityBytes: 1 << 20)
    for _ in 0..<5 { arrivals.record(try push(bytes: 10), at: .now, connection: 1) }
    #expect(arrivals.kept.map(\.id) == [3, 4, 5])
    #expect(arrivals.total == 5)
    #expect(arrivals.dropped == 2)
  }

  @Test func theNewestAreKeptByBytes() throws {
    var arrivals = Arrivals(capacity: 100, capacityBytes: 250)
    for _ in 0..<5 { arrivals.record(try push(bytes: 100), at: .now, connection: 1) }
    #expect(arrivals.kept.map(\.id) == [4, 5])
    arrivals.record(try push(bytes: 1000), at: .now, connection: 1)
    #expect(arrivals.kept.map(\.id) == [6])
  }

  @Test func removedNotificationsNoLongerCount() throws {
    var arrivals = Arrivals(capacity: 3, capacityBytes: 350)
    for _ in 0..<5 { arrivals.record(try push(bytes: 100), at: .now, connection: 1) }
    arrivals.remove { $0.id == 4 }
    #expect(arrivals.kept.map(\.id) == [3, 5])
    #expect(arrivals.total == 4)
    #expect(arrivals.dropped == 2)
    // The removed bytes have room for other ones.
    arrivals.record(try push(bytes: 100), at: .now, connection: 1)
    #expect(arrivals.kept.map(\.id) == [3, 5, 6])
  }

  @Test func removingAllKeepsTheNumbering() throws {
    var arrivals = Arrivals(capacity: 1, capacityBytes: 1 << 20)
    for _ in 0..<2 { arrivals.record(try push(bytes: 10), at: .now, connection: 1) }
    arrivals.remove { _ in true }
    #expect(arrivals.total == 0)
    arrivals.record(try push(bytes: 10), at: .now, connection: 1)
    #expect(arrivals.kept.map(\.id) == [3])
    #expect(arrivals.dropped == 0)
  }
}
