import Foundation
import Gateway
import Host
import Testing

@testable import Swiftlet

@Suite struct GatewayConfigurationTests {
  @Test func nothingIsSetByDefault() throws {
    let loaded = try Loading().load()
    #expect(loaded.gateway == GatewayConfiguration())
    #expect(loaded.shown("gateway.enabled") == "true")
    #expect(loaded.shown("gateway.unknown_functions") == "refuse")
    #expect(loaded.shown("gateway.idle_timeout") == "150s")
    #expect(loaded.shown("gateway.rest") == "(none)")
    let project = try Loading(environment: ["SUPABASE_URL": "https://x.supabase.co"]).load()
    #expect(project.shown("gateway.rest") == "(the project)")
  }

  @Test func eachServiceHasAnAddress() throws {
    let loaded = try Loading(
      config: """
        [gateway]
        enabled = false
        unknown_functions = "forward"
        rest = "http://127.0.0.1:3000/"
        auth = "http://127.0.0.1:9999"
        """,
      environment: [
        "SWIFTLET_GATEWAY_REALTIME": "http://realtime:4000", "SWIFTLET_GATEWAY_AUTH": "https://auth.test/base",
        "SUPABASE_URL": "https://x.supabase.co",
      ]
    ).load()
    #expect(!loaded.gateway.isEnabled)
    #expect(loaded.gateway.unknownFunctions == .forward)
    #expect(
      loaded.gateway.addresses.mapValues(\.absoluteString) == [
        .rest: "http://127.0.0.1:3000", .auth: "https://auth.test/base", .realtime: "http://realtime:4000",
      ])
    #expect(loaded.origin(of: "gateway.realtime") == "environment SWIFTLET_GATEWAY_REALTIME")
    #expect(loaded.warnings.isEmpty)
  }

  @Test func theTimeOfForwardedRequestsIsASettingOfItsOwn() throws {
    let config = "[swiftlet]\nidle_timeout = \"5s\"\n[gateway]\nidle_timeout = \"10m\"\n"
    let loaded = try Loading(config: config).load()
    #expect((loaded.gateway.idleTimeout, loaded.host.limits.idleTimeout) == (600, 5))
    #expect(loaded.warnings.isEmpty)
    let variable = try Loading(config: config, environment: ["SWIFTLET_GATEWAY_IDLE_TIMEOUT": "20s"]).load()
    #expect(variable.gateway.idleTimeout == 20)
  }

  @Test func aWebSocketsLimitBelowRealtimesHeartbeatsIsAWarning() throws {
    func warnings(_ limit: String, project: String? = nil, gateway: String = "") throws -> [String] {
      let config = "[swiftlet]\nwebsocket_idle_timeout = \"\(limit)\"\n[gateway]\n\(gateway)\n"
      return try Loading(config: config, environment: project.map { ["SUPABASE_URL": $0] } ?? [:]).load().warnings
    }
    #expect(Limits().tunnelIdleTimeout >= 90)
    let project = "https://x.supabase.co"
    let short = try warnings("89s", project: project)
    #expect(short.count == 1)
    #expect(short.first?.hasPrefix("[swiftlet] websocket_idle_timeout is 89s, shorter than") == true)
    #expect(try warnings("89s", gateway: "realtime = \"http://realtime:4000\"").count == 1)
    #expect(try warnings("90s", project: project).isEmpty)
    // Nothing is forwarded.
    #expect(try warnings("89s").isEmpty)
    #expect(try warnings("89s", project: project, gateway: "enabled = false").isEmpty)
  }

  @Test func aStorageServerWithoutAProjectIsAWarning() throws {
    let config = "[gateway]\nstorage = \"http://127.0.0.1:5000\"\n"
    let alone = try Loading(config: config).load()
    #expect(alone.warnings.count == 1)
    #expect(alone.warnings.first?.contains("their URLs lead to [gateway] storage") == true)
    #expect(try Loading(config: config, environment: ["SUPABASE_URL": "https://x.supabase.co"]).load().warnings.isEmpty)
  }

  @Test(arguments: [
    ("rest = \"postgres://x\"", #"config.toml [gateway] rest is "postgres://x": expected an http or https address"#),
    ("auth = \"https://u:p@x.co\"", "config.toml [gateway] auth is"),
    ("storage = \"https://x.co?a=b\"", "config.toml [gateway] storage is"),
    ("realtime = 4000", "config.toml [gateway] realtime is 4000: expected an http or https address"),
    ("idle_timeout = 0", "config.toml [gateway] idle_timeout is 0: expected a duration from 0.05s to 86400s"),
    ("enabled = \"no\"", #"config.toml [gateway] enabled is "no": expected true or false"#),
    (
      "unknown_functions = \"drop\"",
      #"config.toml [gateway] unknown_functions is "drop": expected one of refuse, forward"#
    ),
    ("rest = \"http://127.0.0.1:54321\"", "config.toml [gateway] rest is this host's own address"),
    ("rest = \"http://localhost:54321/rest/v1\"", "config.toml [gateway] rest is this host's own address"),
  ])
  func aWrongValueIsNamed(_ line: String, _ message: String) throws {
    let failure = try Loading(config: "[gateway]\n\(line)").failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(failure.code == .configuration)
  }

  @Test func anUnknownKeyIsAWarning() throws {
    #expect(
      try Loading(config: "[gateway]\nrests = \"http://x\"").load().warnings
        == ["config.toml: unknown key 'rests' in [gateway] (did you mean 'rest'?)"])
  }

  @Test func forwardingWithoutAProjectIsAWarning() throws {
    #expect(
      try Loading(config: "[gateway]\nunknown_functions = \"forward\"").load().warnings
        == ["[gateway] unknown_functions = \"forward\" has no effect without a project: set SUPABASE_URL."])
  }
}
