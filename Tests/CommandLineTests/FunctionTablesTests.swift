import Edge
import Host
import Testing
import Workers

@testable import Swiftlet

@Suite struct FunctionTablesTests {
  @Test func aTableConfiguresTheHost() throws {
    let loaded = try Loading(
      config: """
        [functions.greet]
        enabled = false
        verify_jwt = true
        max_body = "2MiB"
        import_map = "./import_map.json"
        entrypoint = "./index.ts"
        static_files = []
        env = {}
        [functions.greet.secrets]
        KEY = "env(REAL_KEY)"
        PLAIN = "plain"
        """,
      environment: ["REAL_KEY": "real"]
    ).load(functions: ["greet"])
    let greet = try #require(loaded.host.functions["greet"])
    #expect(!greet.enabled)
    #expect(greet.verifyJWT == true)
    #expect(greet.maximumBody == 2 << 20)
    #expect(greet.secrets == ["KEY": "real", "PLAIN": "plain"])
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.origin(of: "functions.greet.max_body") == "config.toml [functions.greet] max_body")
  }

  @Test func aFunctionMayHaveLimitsOfItsOwn() throws {
    let loaded = try Loading(
      config: """
        [functions.slow]
        idle_timeout = "10m"
        wall_clock_limit = "1h"
        open_files = 1024
        log_lines = 500
        """
    ).load(functions: ["slow"])
    let slow = try #require(loaded.host.functions["slow"])
    #expect((slow.idleTimeout, slow.wallClock) == (600, 3600))
    let worker = try #require(loaded.workers.functions["slow"])
    #expect((worker.idle, worker.wallClock) == (.seconds(600), .seconds(3600)))
    #expect((worker.openFiles, worker.logLines) == (1024, 500))
    #expect(loaded.warnings.isEmpty)
  }

  @Test func settingsOfWorkersAreWithoutEffectInTheHostsOwnProcess() throws {
    var loading = try Loading(
      config: """
        [functions.inline]
        memory = "64MiB"
        concurrency = 4
        idle_timeout = "1m"
        [functions.bundled]
        memory = "64MiB"
        """)
    loading.request.inlineFunctions = ["inline"]
    let warnings = try loading.load(functions: ["inline", "bundled"]).warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.hasPrefix("config.toml [functions.inline] memory, concurrency: without effect") == true)
  }

  @Test func theFunctionsOfTheProgramAndTheJobOfTheHostAreInline() throws {
    let hello = Function("hello", access: .anyone) { _ in ["a": 1] }
    var request = ConfigurationRequest()
    request.know(Application(functions: [hello]))
    #expect(request.inlineFunctions == ["hello", "prune_history"])
  }

  @Test func workersReachPublicServersAndTheProject() throws {
    func allows(_ host: String, _ port: UInt16, _ loaded: LoadedConfiguration) -> Bool? {
      loaded.workers.allowedHosts.map { $0.allows(host: host, port: port) }
    }
    let alone = try Loading().load()
    #expect(allows("a.example", 443, alone) == true)
    #expect(allows("127.0.0.1", 54321, alone) == true)
    #expect(allows("127.0.0.1", 5432, alone) == false)
    #expect(alone.shown("workers.allow_hosts") == "public addresses, and SUPABASE_URL")
    let beside = try Loading(environment: ["SUPABASE_URL": "http://10.0.0.7:8000"]).load()
    #expect(allows("10.0.0.7", 8000, beside) == true)
    #expect(allows("127.0.0.1", 54321, beside) == false)
    let named = try Loading(config: "[workers]\nallow_hosts = [\"10.0.0.8\"]").load()
    #expect(allows("10.0.0.8", 80, named) == true)
    #expect(allows("a.example", 443, named) == false)
    #expect(allows("127.0.0.1", 54321, named) == false)
    let none = try Loading(config: "[workers]\nallow_hosts = []").load()
    #expect(allows("127.0.0.1", 54321, none) == false)
  }

  @Test(arguments: ["", "[workers]\nallow_hosts = [\"127.0.0.1\", \"api.example\"]"])
  func theControlsOfTheHostAreClosedToWorkers(_ config: String) throws {
    let hosts = try #require(
      try Loading(config: "\(config)\n[api]\nexternal_url = \"https://api.example\"").load().workers.allowedHosts)
    for path in ["/console", "/functions/v1/_internal/jobs_run", "/metrics"] {
      #expect(hosts.closes(path: path, of: "localhost", port: 54321))
      #expect(hosts.closes(path: path, of: "api.example", port: 443))
      #expect(!hosts.closes(path: path, of: "b.example", port: 443))
    }
    #expect(!hosts.closes(path: "/functions/v1/greet", of: "127.0.0.1", port: 54321))
  }

  @Test func theProjectMayHaveAnAddressOfIPv6() throws {
    let loaded = try Loading(environment: ["SUPABASE_URL": "http://[::1]:54321"]).load()
    let hosts = try #require(loaded.workers.allowedHosts)
    #expect(hosts.allows(host: "[::1]", port: 54321))
    #expect(!hosts.allows(host: "[::1]", port: 5432))
  }

  @Test func aProxyOfTheEnvironmentLiftsNoRule() throws {
    let proxy = "http://proxy.internal:3128"
    let loaded = try Loading(environment: ["HTTPS_PROXY": proxy]).load()
    let hosts = try #require(loaded.workers.allowedHosts)
    #expect(hosts.allows(host: "a.example", port: 443))
    #expect(!hosts.allows(host: "10.0.0.1", port: 443))
    #expect(hosts.route(scheme: "https", host: "a.example", port: 443) == .proxy(proxy))
    #expect(hosts.route(scheme: "http", host: "a.example", port: 80) == .direct)
    #expect(hosts.route(scheme: "http", host: "127.0.0.1", port: 54321) == .environment)
    #expect(
      loaded.shown("workers.allow_hosts") == "public servers by the proxy of the environment, and SUPABASE_URL")
    let named = try Loading(
      config: "[workers]\nallow_hosts = [\"a.example\"]", environment: ["HTTPS_PROXY": proxy]
    ).load()
    #expect(named.workers.allowedHosts?.route(scheme: "https", host: "a.example", port: 443) == .direct)
  }

  @Test func unknownKeysAreWarnedAboutWithASuggestion() throws {
    let loaded = try Loading(
      config: """
        [swiftlet]
        heder_timeout = 5
        colour = "red"
        [functions.greet]
        verfy_jwt = true
        [functions.gret]
        enabled = true
        """
    ).load(functions: ["greet"])
    #expect(loaded.warnings.count == 4)
    #expect(loaded.warnings[0].hasPrefix("config.toml: unknown key 'colour' in [swiftlet]; known keys: host, "))
    #expect(
      loaded.warnings.dropFirst() == [
        "config.toml: unknown key 'heder_timeout' in [swiftlet] (did you mean 'header_timeout'?)",
        "config.toml: unknown key 'verfy_jwt' in [functions.greet] (did you mean 'verify_jwt'?)",
        "config.toml: unknown function 'gret' in [functions.gret] (did you mean 'greet'?)",
      ])
  }

  @Test func aJobOfABundleHasTheSettingsOfAWorker() throws {
    let config = "[functions.tidy_up]\ncpu_hard = \"30s\"\n[functions.tidy_upp]\ncpu_hard = \"30s\""
    let loaded = try Loading(config: config).load(functions: ["greet"], jobs: ["tidy_up"])
    #expect(
      loaded.warnings == [
        "config.toml: unknown function 'tidy_upp' in [functions.tidy_upp] (did you mean 'tidy_up'?)"
      ])
    #expect(loaded.workers.functions["tidy_up"]?.hardCPU == .seconds(30))
  }

  @Test func aSupabaseProjectsOwnFileIsReadWithoutWarnings() throws {
    let loaded = try Loading(config: enigmate).load(functions: ["riddle_today"])
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.host.bind.port == 54321)
    #expect(loaded.host.functions["riddle_today"]?.verifyJWT == true)
    #expect(loaded.host.functions["riddle_today"]?.enabled == true)
  }

  @Test func functionsGetTheirSecretsAndSupabasesVariables() throws {
    let loaded = try Loading(
      config: """
        [edge_runtime.secrets]
        FROM_TABLE = "env(OUTER)"
        BOTH = "table"
        MISSING = "env(NOWHERE)"
        SUPABASE_THING = "x"
        """,
      env: """
        FROM_FILE=file
        BOTH=file
        OVERRIDDEN=file
        SUPABASE_JWT_SECRET="a secret of this test, and of nothing else"
        SWIFTLET_REGION=eu
        APNS_TOPIC=app.example
        """,
      environment: ["OUTER": "outer", "PATH": "/bin", "HOME": "/root", "OVERRIDDEN": "environment"]
    ).load()
    let secrets = loaded.host.secrets
    #expect(secrets["FROM_TABLE"] == "outer")
    #expect(secrets["FROM_FILE"] == "file")
    #expect(secrets["BOTH"] == "file")
    #expect(secrets["OVERRIDDEN"] == "environment")
    #expect(secrets["SB_REGION"] == "eu")
    #expect(secrets["SUPABASE_URL"] == "http://127.0.0.1:54321")
    #expect(secrets["SUPABASE_DB_URL"] == "sqlite:./swiftlet.sqlite")
    #expect(secrets["SUPABASE_ANON_KEY"]?.hasPrefix("eyJ") == true)
    #expect(secrets["SUPABASE_SERVICE_ROLE_KEY"]?.hasPrefix("eyJ") == true)
    #expect(
      secrets.keys.sorted() == [
        "BOTH", "FROM_FILE", "FROM_TABLE", "OVERRIDDEN", "SB_REGION", "SUPABASE_ANON_KEY", "SUPABASE_DB_URL",
        "SUPABASE_SERVICE_ROLE_KEY", "SUPABASE_URL",
      ])
    #expect(
      loaded.warnings == [
        "config.toml: [edge_runtime.secrets] MISSING is env(NOWHERE), and that variable is not set",
        "config.toml: [edge_runtime.secrets] SUPABASE_THING is left out: names that start with SUPABASE_ are the host's",
      ])
  }

  @Test func declaredSecretsComeFromTheEnvironment() throws {
    var loading = try Loading(
      config: "[edge_runtime.secrets]\nTABLE = \"table\"", env: "FILE=file",
      environment: [
        "DECLARED": "d", "TABLE": "environment", "FILE": "environment", "EMPTY": "", "OTHER": "o", "PATH": "/bin",
        "SWIFTLET_PORT": "5", "DATABASE_URL": "sqlite:./x.sqlite", "APNS_TOPIC": "app.example",
        "SUPABASE_JWT_SECRET": "a secret of this test, and of nothing else",
      ])
    loading.request.secrets = [
      "DECLARED", "TABLE", "FILE", "EMPTY", "MISSING", "SWIFTLET_PORT", "DATABASE_URL", "APNS_TOPIC",
      "SUPABASE_JWT_SECRET",
    ]
    let loaded = try loading.load()
    #expect(loaded.host.environmentSecrets == ["DECLARED": "d", "TABLE": "environment", "FILE": "environment"])
    #expect(loaded.host.secrets["TABLE"] == "table")
    #expect(loaded.host.secrets["FILE"] == "environment")
    #expect(loaded.host.secrets["DECLARED"] == nil)
    #expect(loaded.shown("secrets.DECLARED") == "•••• (1 chars)")
    #expect(loaded.origin(of: "secrets.DECLARED") == "environment DECLARED")
    #expect(loaded.shown("secrets.TABLE") == nil)
    #expect(loaded.origin(of: "secrets.FILE") == "environment FILE")
  }

  @Test func variablesOfTheHostAndItsLibrariesAreNoSecrets() throws {
    let ofTheHost = [
      "PGPASSWORD", "PGSSLKEY", "PGCONNECT_TIMEOUT", "https_proxy", "HTTPS_PROXY", "all_proxy", "NO_PROXY",
      "OTEL_X", "SUPABASE_JWT_SECRET", "SWIFTLET_X", "APNS_X",
    ]
    let others = ["PGP_KEY", "PG_KEY", "MY_PROXY", "OTELS"]
    let secret = "a secret of this test, and of nothing else"
    var loading = try Loading(
      env: others.map { "\($0)_OF_FILE=v" }.joined(separator: "\n") + "\nPGUSER=v\nhttp_proxy=v",
      environment: Dictionary(uniqueKeysWithValues: (ofTheHost + others).map { ($0, secret) }))
    loading.request.secrets = Set(ofTheHost + others)
    let host = try loading.load().host
    #expect(host.environmentSecrets.keys.sorted() == others.sorted())
    #expect(host.secrets.keys.filter { $0.hasSuffix("_OF_FILE") }.count == others.count)
    #expect(host.secrets["PGUSER"] == nil && host.secrets["http_proxy"] == nil)
  }

  @Test func aSecretThatIsNotTextIsRefusedAndNotShown() throws {
    let failure = try Loading(config: "[edge_runtime.secrets]\nPIN = 4711").failure()
    #expect(failure.message == #"config.toml [edge_runtime.secrets] PIN is no text: expected "…" or "env(NAME)""#)
  }

  /// Enigmate's document, "Key Settings".
  private let enigmate = """
    # Project identification
    project_id = "backend"

    # API Configuration
    [api]
    enabled = true
    port = 54321
    schemas = ["public", "graphql_public"]
    max_rows = 1000

    # Database Configuration
    [db]
    port = 54322
    major_version = 17

    # Authentication Configuration
    [auth]
    enabled = true
    site_url = "http://127.0.0.1:3000"
    additional_redirect_urls = ["https://127.0.0.1:3000"]
    jwt_expiry = 3600
    enable_signup = true
    minimum_password_length = 6

    # Storage Configuration
    [storage]
    enabled = true
    file_size_limit = "50MiB"

    # Edge Functions Configuration
    [functions.riddle_today]
    enabled = true
    verify_jwt = true
    entrypoint = "./functions/riddle_today/index.ts"
    """
}
