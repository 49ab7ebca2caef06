import Edge
import Foundation
import SwiftletTesting
import Testing

/// Shvil's functions about the backend's health, as functions and as database functions.
@Suite struct HealthTests {
  private static let names = ["health_check", "health_check_detailed", "get_system_metrics"]
  private let user = UUID()

  /// The answers of a function at each of its addresses and methods.
  private func answers(_ name: String, _ host: TestHost, as caller: TestHost.Caller) async throws -> [TestResponse] {
    [
      try await host.request(.post, "/functions/v1/\(name)", as: caller),
      try await host.request(.get, "/functions/v1/\(name)", as: caller),
      try await host.request(.post, "/rest/v1/rpc/\(name)", as: caller, body: Array("{}".utf8)),
      try await host.request(.get, "/rest/v1/rpc/\(name)", as: caller),
    ]
  }

  @Test func whoMayCall() async throws {
    try await withApps { host in
      for name in Self.names {
        for (caller, status) in [
          (TestHost.Caller.withoutToken, 401), (.anon, name == "health_check" ? 200 : 401), (.user(user), 200),
          (.serviceRole, 200),
        ] {
          let statuses = try await answers(name, host, as: caller).map(\.status)
          #expect(statuses == [status, status, status, status], "\(name) as \(caller)")
        }
      }
    }
  }

  @Test func theCheckSaysLittle() async throws {
    try await withApps { host in
      for answer in try await answers("health_check", host, as: .anon) {
        #expect(try answer.json == ["status": "healthy", "timestamp": "2026-03-01T12:00:00.000Z"])
      }
    }
  }

  @Test func theDetailsHaveAStateAndALatencyOfEachConnection() async throws {
    try await withApps { host in
      for answer in try await answers("health_check_detailed", host, as: .user(user)) {
        let json = try answer.json
        #expect(json["status"] == "healthy")
        #expect(json["started_at"] == "2026-03-01T12:00:00.000Z")
        #expect(json["uptime_seconds"]?.double ?? 0 > 0)
        for name in ["database", "queue"] {
          #expect(json["checks"]?[name]?["status"] == "up")
          #expect(json["checks"]?[name]?["latency_ms"]?.double ?? 0 > 0)
          #expect(json["checks"]?[name]?["measured_at"] == "2026-03-01T12:00:00.000Z")
        }
        #expect(json["checks"]?["push"] == ["status": "unconfigured"])
      }
    }
  }

  @Test func theMetricsCountCallsByFunction() async throws {
    try await withApps { host in
      for _ in 0..<3 { _ = try await host.call("categories", as: .anon) }
      _ = try await host.rpc("categories", as: .user(user), [:] as JSONValue)
      _ = try await host.call("open_sessions", as: .withoutToken)
      let job = Job("nightly", every: "@daily") { _ in }
      try await host.run(job)
      let json = try await host.call("get_system_metrics", as: .user(user)).json
      #expect(json["total"]?["count"] == 5)
      #expect(json["total"]?["succeeded"] == 4)
      #expect(json["total"]?["refused"] == 1)
      #expect(json["total"]?["failed"] == 0)
      #expect(json["total"]?["success_rate"]?.double == 0.8)
      #expect(json["total"]?["active"] == 1)
      guard case .array(let functions) = json["functions"] else { throw Unexpected.notAnArray }
      #expect(functions.map { $0["name"]?.string } == ["categories", "get_system_metrics", "open_sessions"])
      #expect(functions[0]["count"] == 4)
      #expect(functions[0]["success_rate"]?.double == 1)
      #expect(functions[0]["p99_ms"]?.double ?? -1 >= functions[0]["p50_ms"]?.double ?? 0)
      #expect(functions[2]["success_rate"]?.double == 0)
      #expect(json["latency_ms"]?["database"]?.double ?? 0 > 0)
      #expect(json["latency_ms"]?["push"] == nil)
    }
  }

  @Test func noCallerIsNamed() async throws {
    try await withApps { host in
      let other = UUID()
      _ = try await host.call("open_sessions", by: other)
      _ = try await host.call("session", by: other, ["session_id": UUID().json])
      for name in Self.names {
        for answer in try await answers(name, host, as: .user(user)) {
          #expect(!String(decoding: answer.body, as: UTF8.self).contains(other.text))
        }
      }
    }
  }

  @Test func withoutADatabaseTheCheckFailsAndTheDetailsSayWhy() async throws {
    try await withApps { host in
      await host.database.close()
      let check = try await host.call("health_check", as: .anon)
      #expect(check.status == 503)
      #expect(try check.json["error"]?["code"] == "NOT_CONNECTED")
      #expect(check.headers[.retryAfter] == "5")
      let rpc = try await host.rpc("health_check", as: .anon)
      #expect(rpc.status == 503)
      let details = try await host.call("health_check_detailed", as: .user(user)).json
      #expect(details["status"] == "unhealthy")
      #expect(details["checks"]?["database"]?["status"] == "down")
      #expect(details["checks"]?["queue"]?["status"] == "down")
      #expect(try await host.call("get_system_metrics", as: .user(user)).status == 200)
    }
  }
}
