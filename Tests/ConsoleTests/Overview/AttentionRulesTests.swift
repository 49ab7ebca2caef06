import Edge
import Foundation
import Jobs
import Testing
import Workers

@testable import Console

@Suite struct AttentionRulesTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private var whole: HostPicture {
    var picture = HostPicture()
    let up = ConnectionHealth(.up, latencyMilliseconds: 1)
    picture.health = HostHealth(version: "1", startedAt: now, uptimeSeconds: 1, database: up, queue: up, push: up)
    picture.pendingMigrations = 0
    picture.hosts = []
    return picture
  }

  private func keys(_ picture: HostPicture) -> [String] { AttentionRules(picture: picture, now: now).items.map(\.key) }

  /// A value of a type without an initialiser, as a control answers it.
  private func value<Value: Decodable>(_ json: JSONValue) throws -> Value {
    try Wire.decode(Value.self, from: try Wire.encode(json))
  }

  private func entry(_ name: String, _ own: JSONObject) throws -> JSONValue {
    var entry: JSONObject = [
      "name": .string(name), "waiting": 0, "scheduled": 0, "retrying": 0, "held": 0, "running": 0, "dead": 0,
      "completed_per_minute": 0, "completed": 0, "failed": 0, "minutes": [], "is_paused": false, "is_scheduled": false,
      "is_known": true,
    ]
    for (key, value) in own { entry[key] = value }
    return .object(entry)
  }

  private func queue(_ entries: [JSONValue]) throws -> QueueCounts {
    let date = JSONValue.string(WireDate.string(from: now))
    return try value(["functions": .array(entries), "at": date, "since": date])
  }

  private func death(_ reason: String, ago: Double, lost: [String] = []) throws -> JSONValue {
    [
      "at": .string(WireDate.string(from: now.addingTimeInterval(-ago))), "bundle": "notes", "version": "1f0c",
      "group": "greet", "function": "greet", "worker": 1, "pid": 2, "reason": .string(reason), "description": "words",
      "lost": .array(lost.map { .string($0) }), "lines": [], "age_seconds": 1, "served": 1,
    ]
  }

  @Test func aWholeHostNeedsNoAttention() { #expect(keys(whole).isEmpty) }

  @Test func aHostThatIsNotReadNeedsAttention() { #expect(keys(HostPicture()) == ["host"]) }

  @Test func aDatabaseThatIsDownAndMissingMigrationsComeFirst() throws {
    var picture = whole
    let (up, down) = (ConnectionHealth(.up), ConnectionHealth(.down))
    picture.health = HostHealth(version: "1", startedAt: now, uptimeSeconds: 1, database: down, queue: up, push: up)
    picture.pendingMigrations = 2
    picture.queue = try queue([try entry("mail", ["dead": 3])])
    #expect(keys(picture) == ["database", "migrations", "dead/mail"])
  }

  @Test func deadPausedAndLateJobsNeedAttention() throws {
    var picture = whole
    func due(_ ago: Double) -> JSONValue { .string(WireDate.string(from: now.addingTimeInterval(-ago))) }
    picture.queue = try queue([
      try entry("dead", ["dead": 1]), try entry("late", ["waiting": 2, "oldest_due_at": due(61)]),
      try entry("soon", ["waiting": 2, "oldest_due_at": due(60)]),
      try entry("paused", ["waiting": 0, "held": 4, "is_paused": true]),
      try entry("tick", ["is_paused": true, "is_scheduled": true]),
    ])
    let items = AttentionRules(picture: picture, now: now).items
    #expect(items.map(\.key) == ["dead/dead", "late/late", "paused/paused", "paused/tick"])
    #expect(
      items.map(\.title) == [
        "1 dead job of dead", "Jobs of late are late by 61 s", "paused is paused", "tick is paused",
      ])
    #expect(items[0].link == "/console/queue?q=function%3Adead%20state%3Adead")
    #expect(items[2].detail == "4 jobs held")
    #expect(items[3].link == "/console/schedules?q=tick")
  }

  @Test func crashesAndBrokenLimitsOfTheLastHourCount() throws {
    var picture = whole
    picture.workers = try value([
      "workers": [], "groups": [],
      "deaths": [
        try death("SIGILL", ago: 10, lost: ["a", "b"]), try death("SIGILL", ago: 20), try death("memory", ago: 30),
        try death("cpu", ago: 3600), try death("retired", ago: 5), try death("killed", ago: 5),
      ],
    ])
    let items = AttentionRules(picture: picture, now: now).items
    #expect(items.map(\.key) == ["death/notes/greet/SIGILL", "death/notes/greet/memory"])
    #expect(items[0].title == "A worker of greet crashed 2 times in the last hour: SIGILL")
    #expect(items[0].detail == "words; 2 calls lost")
    #expect(items[1].title == "A limit of greet was broken once in the last hour: memory")
  }

  @Test(arguments: WorkerFailure.Resource.allCases)
  func aBrokenLimitIsNoCrash(_ limit: WorkerFailure.Resource) throws {
    var picture = whole
    picture.workers = try value(["workers": [], "groups": [], "deaths": [try death(limit.rawValue, ago: 10)]])
    let items = AttentionRules(picture: picture, now: now).items
    #expect(items.map(\.severity) == [.warning])
    #expect(items.map(\.title) == ["A limit of greet was broken once in the last hour: \(limit.rawValue)"])
  }

  @Test func aGroupThatEndsAtItsStartIsACrashLoopUnlessItIsReplaced() throws {
    func group(_ name: String, isReplaced: Bool) -> JSONValue {
      [
        "bundle": "notes", "version": "1f0c", "group": .string(name), "functions": ["greet"], "policy": "per_worker",
        "waiting": 0, "is_backing_off": true, "is_replaced": .bool(isReplaced),
      ]
    }
    var picture = whole
    picture.workers = try value([
      "workers": [], "groups": [group("greet", isReplaced: false), group("old", isReplaced: true)], "deaths": [],
    ])
    #expect(keys(picture) == ["loop/notes/greet"])
  }

  @Test func aStoppedPushLaneNeedsAttention() throws {
    var picture = whole
    picture.push = try value([
      "status": [
        "target": "apple", "topic": "app", "environment": "sandbox", "reaches_phones": true,
      ],
      "connections": [
        [
          "service": "notifications", "environment": "sandbox", "connections": [], "waiting": 0,
          "stopped": ["reason": "InvalidProviderToken", "meaning": "The key is not Apple's"],
        ]
      ],
    ])
    let items = AttentionRules(picture: picture, now: now).items
    #expect(items.map(\.key) == ["push/notifications/sandbox"])
    #expect(items[0].detail == "The key is not Apple's")
  }

  @Test func aLostHostNeedsAttentionUntilItsJobsAreTakenOver() throws {
    func host(_ id: String, isUp: Bool, running: Int) throws -> JobHost {
      let date = JSONValue.string(WireDate.string(from: now))
      return try value([
        "id": .string(id), "started_at": date, "seen_at": date, "is_up": .bool(isUp),
        "running": .integer(Int64(running)), "lease_until": date,
      ])
    }
    var picture = whole
    picture.hosts = [
      try host("up", isUp: true, running: 2), try host("lost", isUp: false, running: 1),
      try host("over", isUp: false, running: 0),
    ]
    #expect(keys(picture) == ["host/lost"])
  }
}
