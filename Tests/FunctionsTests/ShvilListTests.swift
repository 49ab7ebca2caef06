import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Functions

@Suite struct ShvilListTests {
  private func share(by user: UUID, for friends: [UUID], on host: TestHost) async throws -> JSONValue {
    let answer = try await host.call("share_eta", by: user, Share(for: friends).json)
    return try #require(answer.json?["id"])
  }

  private func list(of user: UUID, on host: TestHost) async throws -> [JSONValue] {
    let answer = try await host.call("eta_shares", by: user)
    guard answer.status == 200, case .array(let shares) = answer.json else { throw Unexpected.notAnArray }
    return shares
  }

  @Test func myActiveSharesComeFirstAndEachPartNewestFirst() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (anna, ben, carl) = (UUID(), UUID(), UUID())
      var ids: [JSONValue] = []
      for (user, friends) in [(anna, [ben]), (ben, [anna, carl]), (carl, [ben]), (anna, [carl])] {
        ids.append(try await share(by: user, for: friends, on: host))
        clock.advance(by: 1)
      }
      #expect(try await list(of: anna, on: host).map { $0["id"] } == [ids[3], ids[0], ids[1]])
      #expect(try await list(of: ben, on: host).map { $0["id"] } == [ids[1], ids[2], ids[0]])
      #expect(try await list(of: carl, on: host).map { $0["id"] } == [ids[2], ids[3], ids[1]])
      // Ended shares are in one order, the newest first, for all senders.
      clock.advance(by: 3600)
      #expect(try await list(of: anna, on: host).map { $0["id"] } == [ids[3], ids[1], ids[0]])
      #expect(try await list(of: UUID(), on: host).isEmpty)
    }
  }

  /// Equal reads give equal bytes. A route's members stand in the order in which they were stored.
  @Test func sixReadsGiveOneBody() async throws {
    try await withApps { host in
      let user = UUID()
      for _ in 0..<3 { _ = try await share(by: user, for: [UUID(), UUID()], on: host) }
      var bodies: Set<[UInt8]> = []
      for _ in 0..<6 { bodies.insert(try await host.call("eta_shares", as: .user(user)).body) }
      #expect(bodies.count == 1)
      // Postgres' jsonb has an order of its own.
      guard host.database.dialect == .sqlite else { return }
      let text = String(decoding: try #require(bodies.first), as: UTF8.self)
      let keys = ["origin", "destination", "distance", "duration", "transport_mode", "estimated_arrival"]
      let places = keys.map { text.range(of: "\"\($0)\":")?.lowerBound }
      #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
  }

  @Test func anExpiredShareIsNeverShownAsActive() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      _ = try await share(by: user, for: [friend], on: host)
      clock.advance(by: 3600 - 0.001)
      for each in [user, friend] { #expect(try await list(of: each, on: host)[0]["is_active"] == true) }
      clock.advance(by: 0.001)
      for each in [user, friend] {
        let shown = try await list(of: each, on: host)[0]
        #expect(shown["is_active"] == false)
        #expect(shown["updated_at"] == "2026-03-01T12:00:00.000Z")
      }
      #expect(try await host.count("SELECT is_active FROM eta_shares") == 1)
    }
  }

  @Test func anInactiveShareIsShownAsInactiveBeforeItsEnd() async throws {
    try await withApps { host in
      let user = UUID()
      _ = try await share(by: user, for: [UUID()], on: host)
      try await host.database.execute("UPDATE eta_shares SET is_active = FALSE")
      #expect(try await list(of: user, on: host)[0]["is_active"] == false)
    }
  }

  @Test func theHundredNewestAreListed() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      var ids: [JSONValue] = []
      for number in 0..<190 {
        // Two of eight shares are theirs, since a user starts 30 shares at once at most.
        let sharer = [0: user, 4: friend][number % 8] ?? UUID()
        ids.append(try await share(by: sharer, for: [user, friend].filter { $0 != sharer }, on: host))
        // So few of them are active at a time.
        try await host.database.execute("UPDATE eta_shares SET is_active = FALSE")
        clock.advance(by: 0.001)
      }
      #expect(try await list(of: user, on: host).map { $0["id"] } == ids.suffix(100).reversed())
      #expect(try await list(of: friend, on: host).map { $0["id"] } == ids.suffix(100).reversed())
    }
  }

  /// Many shares of others, active or ended.
  @Test(arguments: [true, false]) func sharesOfOthersDoNotDisplaceMyActiveShares(isActive: Bool) async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      let own = try await share(by: user, for: [friend], on: host)
      clock.advance(by: 1)
      let received = try await share(by: friend, for: [user], on: host)
      for _ in 0..<6 {
        let stranger = UUID()
        for _ in 0..<20 {
          clock.advance(by: 0.001)
          _ = try await share(by: stranger, for: [user], on: host)
        }
        guard !isActive else { continue }
        try await host.database.execute(
          "UPDATE eta_shares SET expires_at = \(clock.wall.now) WHERE user_id = \(stranger)")
      }
      let list = try await list(of: user, on: host)
      #expect(list.count == 100)
      #expect(list.first?["id"] == own)
      if !isActive { #expect(list[1]["id"] == received) }
    }
  }

  /// A friend's share is older than more active shares of strangers than a list has.
  @Test func theActiveSharesOfManySendersDoNotDisplaceThoseOfAnother() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      let received = [
        try await share(by: friend, for: [user], on: host), try await share(by: friend, for: [user], on: host),
      ]
      for stranger in (0..<6).map({ _ in UUID() }) {
        for _ in 0..<20 {
          clock.advance(by: 0.001)
          _ = try await share(by: stranger, for: [user], on: host)
        }
      }
      for input: JSONValue in [[:], ["is_active": true]] {
        let answer = try await host.call("eta_shares", by: user, input)
        let ids = (answer.json?.array ?? []).compactMap { $0["id"] }
        #expect(ids.count == 100)
        // The list is still in the order of time.
        #expect(Set(ids.suffix(2)) == Set(received))
      }
    }
  }

  /// Shares of others that ended early, newer than active ones.
  @Test func sharesThatEndedEarlyDoNotHideActiveOnes() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      var active: [JSONValue] = []
      for _ in 0..<5 {
        active.append(try await share(by: friend, for: [user], on: host))
        clock.advance(by: 0.001)
      }
      var ended: [JSONValue] = []
      for _ in 0..<6 {
        let stranger = UUID()
        for _ in 0..<20 {
          clock.advance(by: 0.001)
          let id = try await share(by: stranger, for: [user], on: host)
          let answer = try await host.call("update_eta_share", by: stranger, ["share_id": id, "is_active": false])
          try #require(answer.status == 200)
          ended.append(id)
        }
      }
      let list = try await list(of: user, on: host)
      #expect(list.count == 100)
      #expect(list.map { $0["id"] } == active.reversed() + ended.suffix(95).reversed())
    }
  }

  @Test func aListHasTheSharesInOneState() async throws {
    let clock = SteppingClock()
    try await withApps(clock: clock.wall) { host in
      let (user, friend) = (UUID(), UUID())
      let own = try await share(by: user, for: [friend], on: host)
      clock.advance(by: 1)
      let received = try await share(by: friend, for: [user], on: host)
      clock.advance(by: 1)
      let ended = try await share(by: friend, for: [user], on: host)
      let end: JSONValue = ["share_id": ended, "is_active": false]
      try #require(try await host.call("update_eta_share", by: friend, end).status == 200)
      func ids(_ isActive: JSONValue?) async throws -> [JSONValue?] {
        let input = isActive.map { ["is_active": $0] as JSONValue }
        let answer = try await host.call("eta_shares", by: user, input)
        return try #require(answer.json?.array).map { $0["id"] }
      }
      #expect(try await ids(true) == [own, received])
      #expect(try await ids(false) == [ended])
      #expect(try await ids(nil) == [own, received, ended])
      #expect(try await ids(.null) == [own, received, ended])
      #expect(try await host.call("eta_shares", by: user, ["is_active": "true"]).code == "VALIDATION_ERROR")
      for (query, expected) in [
        ("", [own, received, ended]), ("?is_active=eq.true", [own, received]), ("?is_active=is.false", [ended]),
        ("?select=*&is_active=eq.true", [own, received]),
      ] {
        let rows = try await host.request(.get, "/rest/v1/eta_shares\(query)", as: .user(user)).json.array
        #expect(rows?.map { $0["id"] } == expected, "\(query)")
      }
      clock.advance(by: 3600)
      #expect(try await ids(true) == [])
      #expect(try await ids(false) == [ended, received, own])
    }
  }

  @Test func sharesGoWithTheirSharer() async throws {
    try await withApps { host in
      let (user, friend) = (UUID(), UUID())
      _ = try await share(by: user, for: [friend], on: host)
      try await host.database.execute("DELETE FROM users WHERE id = \(user)")
      #expect(try await list(of: friend, on: host).isEmpty)
      guard host.database.dialect == .sqlite else { return }
      #expect(try await host.count("SELECT count(*) FROM eta_share_recipients") == 0)
    }
  }

  @Test func theListIsReadAlongIndexes() async throws {
    try await withApps { host in
      let dialect = host.database.dialect
      let steps = try await host.plan(of: .shares(of: UUID(), at: noon, dialect))
      guard dialect == .sqlite else {
        #expect(!steps.contains { $0.contains("Seq Scan") }, "\(steps)")
        #expect(steps.contains { $0.contains("idx_eta_shares_recipients") }, "\(steps)")
        #expect(steps.count { $0.contains("Limit") } == 5, "each part and the list is limited: \(steps)")
        return
      }
      // What is scanned is the union's parts and the list, of at most a hundred rows each. A window function scans its
      // input, which has no name.
      let scanned = steps.filter { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN (subquery") }
      #expect(
        Set(scanned).isSubset(of: [
          "SCAN own_active", "SCAN own", "SCAN received_active", "SCAN received", "SCAN listed",
        ]), "\(steps)")
      #expect(steps.contains("SEARCH eta_shares USING PRIMARY KEY (id=?)"), "\(steps)")
      #expect(steps.contains("SEARCH eta_shares USING COVERING INDEX eta_shares_of_user (user_id=?)"), "\(steps)")
      #expect(
        steps.contains { $0.contains("INDEX eta_shares_active_of_user (user_id=? AND expires_at>?)") }, "\(steps)")
      #expect(
        steps.contains { $0.contains("INDEX eta_share_recipients_by_end (user_id=? AND expires_at>?)") }, "\(steps)")
      #expect(steps.contains("SEARCH eta_share_recipients USING PRIMARY KEY (user_id=?)"), "\(steps)")
    }
  }
}
