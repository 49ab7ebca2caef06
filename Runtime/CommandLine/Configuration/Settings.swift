import Edge
import FoundationEssentials
import Gateway
import Logging
import Workers

/// All settings with one value each. ``FunctionTables`` reads `[functions.*]` and the tables of secrets, ``JobTables``
/// reads `[jobs.*]`.
enum Settings {
  static let port = Setting("api", "port", kind: .integer(0...65_535), flag: "port", variables: ["SWIFTLET_PORT"])
  static let externalURL = Setting("api", "external_url", kind: .serverURL, variables: ["SWIFTLET_EXTERNAL_URL"])
  static let host = Setting("swiftlet", "host", kind: .listeningHost, flag: "host", variables: ["SWIFTLET_HOST"])
  static let database = Setting(
    "swiftlet", "database", kind: .databaseLocation, flag: "database",
    variables: ["SWIFTLET_DATABASE", "DATABASE_URL", "SUPABASE_DB_URL"])
  static let socket = Setting("swiftlet", "socket", kind: .path, variables: ["SWIFTLET_SOCKET"])
  static let storage = Setting("swiftlet", "storage_directory", kind: .path, variables: ["SWIFTLET_STORAGE_DIRECTORY"])
  static let fileSize = Setting(
    "storage", "file_size_limit", kind: .bytes(1...(64 << 30)), variables: ["SWIFTLET_STORAGE_FILE_SIZE_LIMIT"])
  static let userQuota = Setting(
    "storage", "user_quota", kind: .bytes(0...(1 << 46)), variables: ["SWIFTLET_STORAGE_USER_QUOTA"])
  static let proxies = Setting("swiftlet", "trusted_proxies", kind: .addresses, variables: ["SWIFTLET_TRUSTED_PROXIES"])
  static let signIn = Setting("swiftlet", "sign_in", kind: .flag, variables: ["SWIFTLET_SIGN_IN"])
  static let region = Setting("swiftlet", "region", kind: .text, variables: ["SWIFTLET_REGION", "SB_REGION"])
  static let policy = Setting<GroupRules.Policy>("edge_runtime", "policy", kind: .word, variables: [])
  static let bundleFolder = Setting(
    "swiftlet", "bundle_directory", kind: .path, variables: ["SWIFTLET_BUNDLE_DIRECTORY"])

  static let mostWorkers = workers("max", .integer(1...256))
  static let leastWorkers = workers("min", .integer(0...256))
  static let callsPerWorker = workers("calls_per_worker", .integer(1...4096))
  static let workerIdleExit = workers("idle_exit", .seconds(0.05...86_400))
  static let workerAge = workers("max_age", .seconds(1...2_592_000))
  static let sandbox: Setting<SandboxMode> = workers("sandbox", .word)
  static let allowedHosts: Setting<[String]> = workers("allow_hosts", .hosts)

  static let headerTimeout = duration("header_timeout")
  static let bodyTimeout = duration("body_timeout")
  static let keepAliveTimeout = duration("keep_alive_timeout")
  static let webSocketIdleTimeout = duration("websocket_idle_timeout")
  static let idleTimeout = duration("idle_timeout")
  static let wallClockLimit = duration("wall_clock_limit")
  static let gracePeriod = duration("grace_period", from: 0)

  static let runningJobs = Setting(
    "swiftlet", "max_running_jobs", kind: .integer(1...10_000), variables: ["SWIFTLET_MAX_RUNNING_JOBS"])
  static let jobLease = duration("job_lease", from: 1)

  static let databaseConnections = Setting(
    "swiftlet", "database_connections", kind: .integer(1...1000), variables: ["SWIFTLET_DATABASE_CONNECTIONS"])
  static let statementTimeout = duration("statement_timeout", from: 0.1)

  static let jsonBody = size("max_json_body", 1...(1 << 30))
  static let rawBody = size("max_raw_body", 1...(64 << 30))
  static let headerBytes = size("max_header_bytes", (1 << 10)...(1 << 20))
  static let headerLines = Setting(
    "swiftlet", "max_header_lines", kind: .integer(1...10_000), variables: ["SWIFTLET_MAX_HEADER_LINES"])

  static let bodyMemory = size("max_body_memory", (1 << 20)...(1 << 46))
  static let bodyWait = duration("body_wait")
  static let connections = Setting(
    "swiftlet", "max_connections", kind: .integer(1...10_000_000), variables: ["SWIFTLET_MAX_CONNECTIONS"])

  static let logLevel = Setting<Logger.Level>(
    "swiftlet", "log_level", kind: .word, flag: "log-level", variables: ["SWIFTLET_LOG_LEVEL"])
  static let logFormat = Setting<LogFormat>("swiftlet", "log_format", kind: .word, variables: ["SWIFTLET_LOG_FORMAT"])

  static let projectURL = Setting(
    "supabase", "url", kind: .serverURL, variables: ["SUPABASE_URL"], isInFile: false)
  static let jwtSecret = secret("jwt_secret", "SUPABASE_JWT_SECRET", .hmacSecret)
  static let jwks = secret("jwks", "SUPABASE_JWKS", .keySet)
  static let anonKey = secret("anon_key", "SUPABASE_ANON_KEY", .text)
  static let serviceRoleKey = secret("service_role_key", "SUPABASE_SERVICE_ROLE_KEY", .serviceKey)
  static let publishableKeys = secret("publishable_keys", "SUPABASE_PUBLISHABLE_KEYS", .publishableKeys)
  static let secretKeys = secret("secret_keys", "SUPABASE_SECRET_KEYS", .secretKeys)

  static let pushKeyID = push("key_id", .text)
  static let pushTeamID = push("team_id", .text)
  static let pushKey = Setting(
    "apns", "private_key", kind: .pem, variables: ["APNS_PRIVATE_KEY"], isSecret: true, isInFile: false)
  static let pushKeyPath = push("private_key_path", .path)
  static let pushTopic = push("topic", .bundleID)
  static let pushEnvironment: Setting<PushEnvironment> = push("environment", .word)
  static let pushURL = push("url", .pushURL)
  static let pushCAFile = push("ca_file", .path)

  static let gatewayEnabled = gateway("enabled", .flag)
  static let unknownFunctions: Setting<GatewayConfiguration.UnknownFunctions> = gateway("unknown_functions", .word)
  static let gatewayRest = gateway("rest", .serverURL)
  static let gatewayAuth = gateway("auth", .serverURL)
  static let gatewayStorage = gateway("storage", .serverURL)
  static let gatewayRealtime = gateway("realtime", .serverURL)

  static let consoleEnabled = Setting("console", "enabled", kind: .flag, variables: ["SWIFTLET_CONSOLE_ENABLED"])
  static let consoleHosts = Setting("console", "hosts", kind: .hostNames, variables: ["SWIFTLET_CONSOLE_HOSTS"])
  static let consoleReadOnlyKeys = Setting(
    "console", "read_only_keys", kind: .loginKeys, variables: ["SWIFTLET_CONSOLE_READ_ONLY_KEYS"], isSecret: true)

  static let all: [any AnySetting] = own + telemetry

  private static let own: [any AnySetting] = [
    port, externalURL,
    host, database, socket, storage, fileSize, userQuota, proxies, signIn, region, policy, bundleFolder,
    mostWorkers, leastWorkers, callsPerWorker, workerIdleExit, workerAge, sandbox, allowedHosts,
    headerTimeout, bodyTimeout, keepAliveTimeout, webSocketIdleTimeout, idleTimeout, wallClockLimit, gracePeriod,
    runningJobs, jobLease, databaseConnections, statementTimeout,
    jsonBody, rawBody, headerBytes, headerLines, bodyMemory, bodyWait, connections, logLevel, logFormat,
    projectURL, jwtSecret, jwks, anonKey, serviceRoleKey, publishableKeys, secretKeys,
    pushKeyID, pushTeamID, pushKey, pushKeyPath, pushTopic, pushEnvironment, pushURL, pushCAFile,
    gatewayEnabled, unknownFunctions, gatewayRest, gatewayAuth, gatewayStorage, gatewayRealtime,
    consoleEnabled, consoleHosts, consoleReadOnlyKeys,
  ]

  private static func duration(_ key: String, from lowest: Double = 0.05) -> Setting<Double> {
    Setting("swiftlet", key, kind: .seconds(lowest...86_400), variables: ["SWIFTLET_\(key.uppercased())"])
  }

  private static func size(_ key: String, _ range: ClosedRange<Int>) -> Setting<Int> {
    Setting("swiftlet", key, kind: .bytes(range), variables: ["SWIFTLET_\(key.uppercased())"])
  }

  private static func push<Value>(_ key: String, _ kind: SettingKind<Value>) -> Setting<Value> {
    Setting("apns", key, kind: kind, variables: ["APNS_\(key.uppercased())"])
  }

  private static func workers<Value>(_ key: String, _ kind: SettingKind<Value>) -> Setting<Value> {
    Setting("workers", key, kind: kind, variables: ["SWIFTLET_WORKERS_\(key.uppercased())"])
  }

  private static func gateway<Value>(_ key: String, _ kind: SettingKind<Value>) -> Setting<Value> {
    Setting("gateway", key, kind: kind, variables: ["SWIFTLET_GATEWAY_\(key.uppercased())"])
  }

  private static func secret<Value>(
    _ key: String, _ variable: String, _ kind: SettingKind<Value>
  ) -> Setting<Value> {
    Setting("supabase", key, kind: kind, variables: [variable], isSecret: true, isInFile: false)
  }
}
