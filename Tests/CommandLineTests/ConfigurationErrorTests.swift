import Host
import Testing

@testable import Swiftlet

@Suite struct ConfigurationErrorTests {
  @Test(arguments: [
    ("[swiftlet]\nheader_timeout = \"soon\"", #"config.toml [swiftlet] header_timeout is "soon": expected a duration"#),
    ("[swiftlet]\nheader_timeout = -1", "config.toml [swiftlet] header_timeout is -1: expected a duration"),
    ("[swiftlet]\nhost = 5", "config.toml [swiftlet] host is 5: expected an address or a name"),
    ("[api]\nport = \"5\"", #"config.toml [api] port is "5": expected a whole number from 0 to 65535"#),
    ("[api]\nport = 65536", "config.toml [api] port is 65536: expected a whole number from 0 to 65535"),
    ("[swiftlet]\nmax_json_body = 0", "config.toml [swiftlet] max_json_body is 0: expected bytes from 1 to 1GiB"),
    ("[swiftlet]\nmax_json_body = \"10MB\"", #"config.toml [swiftlet] max_json_body is "10MB": expected bytes"#),
    (
      "[swiftlet]\ntrusted_proxies = \"all\"",
      #"config.toml [swiftlet] trusted_proxies is "all": expected IP addresses"#
    ),
    (
      "[swiftlet]\ntrusted_proxies = [\"10.0.0.1\", \"300.1.1.1\"]",
      #"config.toml [swiftlet] trusted_proxies has the element "300.1.1.1": expected IP addresses"#
    ),
    (
      "[swiftlet]\ntrusted_proxies = [\"10.0.0.1\", 5]",
      "config.toml [swiftlet] trusted_proxies has the element 5: expected IP addresses"
    ),
    (
      "[console]\nhosts = [\"a.example\", \"b:443\"]",
      #"config.toml [console] hosts has the element "b:443": expected names or addresses"#
    ),
    (
      "[functions.x]\nallow_hosts = [\"a.example\", \"https://b.example\"]",
      #"config.toml [functions.x] allow_hosts has the element "https://b.example", which is a URL: name the host alone"#
    ),
    (
      "[functions.x]\nallow_hosts = [\"a.example\", true]",
      "config.toml [functions.x] allow_hosts has the element true: expected names or addresses of servers"
    ),
    (
      "[functions.x]\nopen_files = 3",
      "config.toml [functions.x] open_files is 3: expected a whole number from 16 to 65536"
    ),
    (
      "[workers]\nallow_hosts = [\"10.0.0.0/40\"]",
      #"config.toml [workers] allow_hosts has the element "10.0.0.0/40", which is no host"#
    ),
    ("[swiftlet]\nlog_format = \"xml\"", #"config.toml [swiftlet] log_format is "xml": expected one of json, text"#),
    (
      "[edge_runtime]\npolicy = \"many\"",
      #"config.toml [edge_runtime] policy is "many": expected one of per_worker, oneshot"#
    ),
    (
      "[swiftlet]\nmax_running_jobs = 0",
      "config.toml [swiftlet] max_running_jobs is 0: expected a whole number from 1 to 10000"
    ),
    (
      "[swiftlet]\njob_lease = \"500ms\"",
      #"config.toml [swiftlet] job_lease is "500ms": expected a duration from 1s to 86400s"#
    ),
    ("swiftlet = 3", "config.toml [swiftlet] is 3: expected a table"),
    ("[functions]\nx = 1", "config.toml [functions.x] is 1: expected a table"),
    ("[functions.x]\nverify_jwt = \"no\"", #"config.toml [functions.x] verify_jwt is "no": expected true or false"#),
    ("[functions.x]\nenabled = 1", "config.toml [functions.x] enabled is 1: expected true or false"),
    ("[functions.x]\nmax_body = 1.5", "config.toml [functions.x] max_body is 1.5: expected bytes"),
    ("[functions.x]\nsecrets = 1", "config.toml [functions.x.secrets] is 1: expected a table of texts"),
    ("[swiftlet]\ndatabase = \"file.db\"", "config.toml [swiftlet] database is no database that this host can open"),
  ])
  func aWrongValueIsNamed(_ config: String, _ message: String) throws {
    let failure = try Loading(config: config).failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(failure.code == .configuration)
  }

  @Test func aWrongValueInTheFileIsRefusedEvenWhereAFlagOutweighsIt() throws {
    #expect(try Loading(config: "[api]\nport = \"x\"", flags: ["port": "5"]).failure().message.contains("[api] port"))
  }

  @Test(arguments: [
    (["SWIFTLET_PORT": "http"], #"environment SWIFTLET_PORT is "http": expected a whole number from 0 to 65535"#),
    (["SUPABASE_URL": "ftp://x"], #"environment SUPABASE_URL is "ftp://x": expected an http or https address"#),
    (["SUPABASE_URL": "https://u:p@x.co"], "environment SUPABASE_URL is"),
    (
      ["SWIFTLET_TRUSTED_PROXIES": "10.0.0.1, x"],
      #"environment SWIFTLET_TRUSTED_PROXIES has the element "x": expected IP addresses"#
    ),
    (["SWIFTLET_LOG_LEVEL": "loud"], #"environment SWIFTLET_LOG_LEVEL is "loud": expected one of trace, debug"#),
  ])
  func aWrongVariableIsNamed(_ environment: [String: String], _ message: String) throws {
    let failure = try Loading(environment: environment).failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
  }

  @Test func malformedTOMLIsRefusedWithLineAndColumn() throws {
    let failure = try Loading(config: "[api]\nport = = 5\n").failure()
    #expect(failure.message.hasPrefix("config.toml:2:8: not TOML: "), "\(failure.message)")
  }

  @Test func anEscapedNULIsRefusedToo() throws {
    #expect(try Loading(config: #""a\u0000b" = 1"#).failure().message == "config.toml:1:3: not TOML: a NUL")
  }

  @Test func aNULNamesLineAndColumn() throws {
    let failure = try Loading(config: "[api]\n#\0\nport = 5").failure()
    #expect(failure.message == "config.toml:2:2: not TOML: a NUL")
  }

  @Test func aFileInAFlagMustExist() throws {
    var loading = try Loading()
    loading.request.configurationFile = "/nowhere/config.toml"
    #expect(try loading.failure().message == "the file /nowhere/config.toml does not exist")
    loading.request.configurationFile = nil
    loading.request.environmentFile = "/nowhere/.env"
    #expect(
      try loading.failure()
        == Failure(
          .configuration, "the file /nowhere/.env does not exist", hint: "check the path after --env-file"))
    loading.request.environmentFile = loading.folder.path
    #expect(try loading.failure().message == "\(loading.folder.path) cannot be read: Is a directory")
  }

  @Test func aPipeIsReadAsAFileIs() async throws {
    var loading = try Loading()
    try await withPipe(of: "[") { path in
      loading.request.configurationFile = path
      let message = try loading.failure().message
      #expect(message.hasPrefix("\(path):1:"), "\(message)")
    }
  }

  @Test(arguments: [
    ("postgres://u:hunter2@db/x", "postgres://u@db/x"),
    ("postgresql://u:hunter2@db:6543/x?password=hunter2&sslmode=require", "postgres://u@db:6543/x"),
    ("postgres://db", "postgres://db"),
    ("postgres://u:hun?ter2@db/x", "postgres://u@db/x"), ("postgres://u:hun#ter2@db/x", "postgres://u@db/x"),
    ("postgres://u:hun/ter2@db/x", "postgres://db/x"), ("postgres://u:hun@ter2@db/x", "postgres://u@db/x"),
    ("postgres://u:hun#t/er2@db/x", "postgres://db/x"),
  ])
  func anAddressIsShownWithoutItsPassword(_ url: String, _ shown: String) throws {
    let location = try #require(DatabaseLocation(url))
    #expect(location.description == shown)
    #expect(location.secret == url)
    #expect(!location.socketPath.contains("hunter2"))
  }

  @Test(arguments: [
    "sqlite:", "sqlite::memory:", "sqlite:folder/", "./file.sqlite", "mysql://x", "postgres://db?password=a@b",
    "postgres://u:hun?t/er2@db/x",
  ])
  func textsThatNameNoDatabaseAreRefused(_ text: String) throws {
    #expect(try Loading(flags: ["database": text]).failure().message.hasPrefix("flag --database is no database"))
  }

  @Test(arguments: [
    ("u:hunter2@h/db?foo=1", "has the parameter foo, which"),
    ("u:hunter2@h/db?connect_timeout=2&foo", "has the parameter foo, which"),
    ("u:hunter2@h/db?sslmode=bogus", "a wrong value of sslmode: expected one of disable,"),
    ("u:hunter2%@h/db", "is not valid"), ("h/db?password=a&hunter2=1", "is not valid"),
  ])
  func aParameterThatPostgresDoesNotTakeIsNamed(_ rest: String, _ reason: String) throws {
    let failure = try Loading(environment: ["DATABASE_URL": "postgres://\(rest)"]).failure()
    #expect(failure.code == .configuration)
    #expect(failure.message.hasPrefix("environment DATABASE_URL is no database that this host can open: "))
    #expect(failure.message.contains(reason) && !failure.message.contains("hunter2"), "\(failure.message)")
  }

  @Test func parametersOfPostgresAreTaken() throws {
    let url = "postgres://u:hunter2@h/db?sslmode=verify-full&application_name=notes&pgbouncer=true"
    #expect(try Loading(environment: ["DATABASE_URL": url]).load().database.secret == url)
  }

  @Test func theSocketsPathHasALimit() throws {
    let long = "/tmp/" + String(repeating: "x", count: 120)
    #expect(try Loading(environment: ["SWIFTLET_SOCKET": long]).failure().message.contains("at most 107"))
    let beside = try Loading(flags: ["database": "sqlite:\(long)"]).load()
    #expect(beside.host.bind.socketPath == nil)
    #expect(beside.warnings.count == 1)
  }
}
