import Foundation
import Host
import Jobs
import Logging
import Testing

@testable import Swiftlet

@Suite struct PrecedenceTests {
  private static let config = """
    [api]
    port = 1001
    [swiftlet]
    region = "file"
    """

  @Test func unsetSettingsHaveTheirDefaults() throws {
    let loaded = try Loading().load()
    #expect(loaded.host.bind.host == "127.0.0.1")
    #expect(loaded.host.bind.port == 54321)
    #expect(loaded.host.limits.jsonBody == 10 << 20)
    #expect(loaded.database.description == "sqlite:./swiftlet.sqlite")
    #expect(loaded.host.bind.socketPath == "./swiftlet.sqlite.sock")
    #expect(loaded.origin(of: "api.port") == "default")
    #expect(loaded.jobOptions == JobOptions())
    #expect(loaded.shown("swiftlet.max_running_jobs") == "512")
    #expect(loaded.shown("swiftlet.job_lease") == "30s")
    #expect(loaded.warnings.isEmpty)
  }

  @Test func eachSourceOutweighsTheNext() throws {
    let file = try Loading(config: Self.config).load()
    #expect(file.host.bind.port == 1001)
    #expect(file.origin(of: "api.port") == "config.toml [api] port")

    let env = try Loading(config: Self.config, env: "SWIFTLET_PORT=1002").load()
    #expect(env.host.bind.port == 1002)
    #expect(env.origin(of: "api.port") == ".env SWIFTLET_PORT")

    let environment = try Loading(
      config: Self.config, env: "SWIFTLET_PORT=1002", environment: ["SWIFTLET_PORT": "1003"]
    ).load()
    #expect(environment.host.bind.port == 1003)
    #expect(environment.origin(of: "api.port") == "environment SWIFTLET_PORT")

    let flag = try Loading(
      config: Self.config, env: "SWIFTLET_PORT=1002", environment: ["SWIFTLET_PORT": "1003"], flags: ["port": "1004"]
    ).load()
    #expect(flag.host.bind.port == 1004)
    #expect(flag.origin(of: "api.port") == "flag --port")
    #expect(flag.host.region == "file")
  }

  @Test func aSourceOutweighsTheNextUnderAnyOfItsNames() throws {
    let loaded = try Loading(
      env: "DATABASE_URL=sqlite:/file.sqlite", environment: ["SUPABASE_DB_URL": "sqlite:/environment.sqlite"]
    ).load()
    #expect(loaded.database.description == "sqlite:/environment.sqlite")
    #expect(loaded.origin(of: "swiftlet.database") == "environment SUPABASE_DB_URL")
  }

  @Test func theFirstNameCountsWithinASource() throws {
    let loaded = try Loading(
      environment: ["DATABASE_URL": "sqlite:/a.sqlite", "SUPABASE_DB_URL": "sqlite:/b.sqlite"]
    ).load()
    #expect(loaded.database.description == "sqlite:/a.sqlite")
  }

  @Test func anEmptyVariableCountsAsNotSet() throws {
    let loaded = try Loading(config: Self.config, env: "SWIFTLET_PORT=\n", environment: ["SWIFTLET_PORT": ""]).load()
    #expect(loaded.host.bind.port == 1001)
  }

  @Test func pathsInAFileStartFromItsFolder() throws {
    var loading = try Loading()
    try loading.folder.write(
      "other.toml",
      """
      [swiftlet]
      storage_directory = "pictures"
      database = "sqlite:data.sqlite"
      socket = "/run/swiftlet.sock"
      """)
    loading.request.configurationFile = "\(loading.folder.path)/other.toml"
    let loaded = try loading.load()
    #expect(loaded.host.storage.folder == "\(loading.folder.path)/pictures")
    #expect(loaded.database.description == "sqlite:\(loading.folder.path)/data.sqlite")
    #expect(loaded.host.bind.socketPath == "/run/swiftlet.sock")
    loading.request.flags = ["database": "sqlite:here.sqlite"]
    #expect(try loading.load().database.description == "sqlite:here.sqlite")
  }

  @Test func everySettingIsReadFromTheFile() throws {
    let loaded = try Loading(
      config: """
        [api]
        external_url = "https://api.example.com"
        [swiftlet]
        host = "localhost"
        trusted_proxies = ["10.0.0.1", "::1"]
        region = "eu"
        header_timeout = 1.5
        body_timeout = "2s"
        keep_alive_timeout = 3
        websocket_idle_timeout = "4s"
        idle_timeout = "250ms"
        wall_clock_limit = "5m"
        grace_period = 0
        max_running_jobs = 8
        job_lease = "5s"
        max_json_body = "1MiB"
        max_raw_body = 2000
        max_header_bytes = "4KiB"
        max_header_lines = 7
        log_level = "debug"
        log_format = "json"
        [edge_runtime]
        policy = "oneshot"
        """
    ).load()
    let limits = loaded.host.limits
    #expect(loaded.host.externalURL?.absoluteString == "https://api.example.com")
    #expect(loaded.host.bind.host == "localhost")
    #expect(loaded.host.trustedProxies == ["10.0.0.1", "::1"])
    #expect(loaded.host.region == "eu")
    #expect(limits.headerTimeout == 1.5)
    #expect(limits.bodyTimeout == 2)
    #expect(limits.keepAliveTimeout == 3)
    #expect(limits.tunnelIdleTimeout == 4)
    #expect(limits.idleTimeout == 0.25)
    #expect(limits.wallClock == 300)
    #expect(loaded.host.gracePeriod == 0)
    #expect(loaded.jobOptions.capacity == 8)
    #expect(loaded.jobOptions.lease == .seconds(5))
    #expect(loaded.jobOptions.gracePeriod == .zero)
    #expect(limits.jsonBody == 1 << 20)
    #expect(limits.rawBody == 2000)
    #expect(limits.headerBytes == 4096)
    #expect(limits.headerLines == 7)
    #expect(loaded.logLevel == .debug)
    #expect(loaded.logFormat == .json)
    #expect(loaded.warnings.isEmpty)
  }
}
