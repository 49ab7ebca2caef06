import Edge
import FoundationEssentials
import Gateway
import Host
import Logging
import Workers

/// All settings with one value each. ``FunctionTables`` reads `[functions.*]` and the tables of secrets, ``JobTables``
/// reads `[jobs.*]`.
enum Settings {
  static let port = Setting("api", "port", kind: .integer(0...65_535), flag: "port")
  static let externalURL = Setting("api", "external_url", kind: .serverURL)
  static let host = Setting("swiftlet", "host", kind: .listeningHost, flag: "host")
  static let database = Setting(
    "swiftlet", "database", kind: .databaseLocation, flag: "database",
    variables: ["SWIFTLET_DATABASE", "DATABASE_URL", "SUPABASE_DB_URL"])
  static let socket = Setting("swiftlet", "socket", kind: .path)
  static let storage = Setting("swiftlet", "storage_directory", kind: .path)
  static let fileSize = Setting("storage", "file_size_limit", kind: .bytes(1...(64 << 30)))
  static let userQuota = Setting("storage", "user_quota", kind: .bytes(0...(1 << 46)))
  static let proxies = Setting("swiftlet", "trusted_proxies", kind: .addresses)
  static let signIn = Setting("swiftlet", "sign_in", kind: .flag)
  static let region = Setting("swiftlet", "region", kind: .text, variables: ["SWIFTLET_REGION", "SB_REGION"])
  static let policy = Setting<GroupRules.Policy>("edge_runtime", "policy", kind: .word, variables: [])
  static let bundleFolder = Setting("swiftlet", "bundle_directory", kind: .path)

  static let mostWorkers = Setting("workers", "max", kind: .integer(1...256))
  static let leastWorkers = Setting("workers", "min", kind: .integer(0...256))
  static let callsPerWorker = Setting("workers", "calls_per_worker", kind: .integer(1...4096))
  static let workerIdleExit = Setting("workers", "idle_exit", kind: .seconds(0.05...86_400))
  static let workerAge = Setting("workers", "max_age", kind: .seconds(1...2_592_000))
  static let sandbox = Setting<SandboxMode>("workers", "sandbox", kind: .word)
  static let allowedHosts = Setting<[String]>("workers", "allow_hosts", kind: .hosts)

  static let headerTimeout = duration("header_timeout")
  static let bodyTimeout = duration("body_timeout")
  static let keepAliveTimeout = duration("keep_alive_timeout")
  static let webSocketIdleTimeout = duration("websocket_idle_timeout")
  static let idleTimeout = duration("idle_timeout")
  static let wallClockLimit = duration("wall_clock_limit")
  static let gracePeriod = duration("grace_period", from: 0)

  static let runningJobs = Setting("swiftlet", "max_running_jobs", kind: .integer(1...10_000))
  static let jobLease = duration("job_lease", from: 1)

  static let databaseConnections = Setting("swiftlet", "database_connections", kind: .integer(1...1000))
  static let statementTimeout = duration("statement_timeout", from: 0.1)

  static let jsonBody = size("max_json_body", 1...(1 << 30))
  static let rawBody = size("max_raw_body", 1...(64 << 30))
  static let headerBytes = size("max_header_bytes", (1 << 10)...(1 << 20))
  static let headerLines = Setting("swiftlet", "max_header_lines", kind: .integer(1...10_000))

  static let bodyMemory = size("max_body_memory", (1 << 20)...(1 << 46))
  static let bodyWait = duration("body_wait")
  static let connections = Setting("swiftlet", "max_connections", kind: .integer(1...10_000_000))

  static let logLevel = Setting<Logger.Level>("swiftlet", "log_level", kind: .word, flag: "log-level")
  static let logFormat = Setting<LineLogHandler.Format>("swiftlet", "log_format", kind: .word)

  static let projectURL = Setting("supabase", "url", kind: .serverURL, isInFile: false)
  static let jwtSecret = secret("jwt_secret", .hmacSecret)
  static let jwks = secret("jwks", .keySet)
  static let anonKey = secret("anon_key", .text)
  static let serviceRoleKey = secret("service_role_key", .serviceKey)
  static let publishableKeys = secret("publishable_keys", .publishableKeys)
  static let secretKeys = secret("secret_keys", .secretKeys)

  static let pushKeyID = Setting("apns", "key_id", kind: .text)
  static let pushTeamID = Setting("apns", "team_id", kind: .text)
  static let pushKey = Setting("apns", "private_key", kind: .pem, isSecret: true, isInFile: false)
  static let pushKeyPath = Setting("apns", "private_key_path", kind: .path)
  static let pushTopic = Setting("apns", "topic", kind: .bundleID)
  static let pushEnvironment = Setting<PushEnvironment>("apns", "environment", kind: .word)
  static let pushURL = Setting("apns", "url", kind: .pushURL)
  static let pushCAFile = Setting("apns", "ca_file", kind: .path)

  static let gatewayEnabled = Setting("gateway", "enabled", kind: .flag)
  static let unknownFunctions = Setting<GatewayConfiguration.UnknownFunctions>(
    "gateway", "unknown_functions", kind: .word)
  static let gatewayIdleTimeout = Setting("gateway", "idle_timeout", kind: .seconds(0.05...86_400))
  static let gatewayRest = Setting("gateway", "rest", kind: .serverURL)
  static let gatewayAuth = Setting("gateway", "auth", kind: .serverURL)
  static let gatewayStorage = Setting("gateway", "storage", kind: .serverURL)
  static let gatewayRealtime = Setting("gateway", "realtime", kind: .serverURL)

  static let consoleEnabled = Setting("console", "enabled", kind: .flag)
  static let consoleHosts = Setting("console", "hosts", kind: .hostNames)
  static let consoleReadOnlyKeys = Setting("console", "read_only_keys", kind: .loginKeys, isSecret: true)

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
    gatewayEnabled, unknownFunctions, gatewayIdleTimeout, gatewayRest, gatewayAuth, gatewayStorage, gatewayRealtime,
    consoleEnabled, consoleHosts, consoleReadOnlyKeys,
  ]

  private static func duration(_ key: String, from lowest: Double = 0.05) -> Setting<Double> {
    Setting("swiftlet", key, kind: .seconds(lowest...86_400))
  }

  private static func size(_ key: String, _ range: ClosedRange<Int>) -> Setting<Int> {
    Setting("swiftlet", key, kind: .bytes(range))
  }

  private static func secret<Value>(_ key: String, _ kind: SettingKind<Value>) -> Setting<Value> {
    Setting("supabase", key, kind: kind, isSecret: true, isInFile: false)
  }
}
