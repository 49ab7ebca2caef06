import Host
import Jobs

extension LoadedConfiguration {
  /// Reads every single value.
  mutating func read(_ reader: SettingsReader) throws(Failure) {
    host.bind.host = try reader.read(Settings.host, default: host.bind.host)
    host.bind.port = try reader.read(Settings.port, default: host.bind.port)
    database = try reader.read(Settings.database, default: database)
    databaseLimits.connections = try reader.read(Settings.databaseConnections, default: databaseLimits.connections)
    databaseLimits.statementTimeout = try reader.read(
      Settings.statementTimeout, default: databaseLimits.statementTimeout)
    try readSocket(reader)
    host.storageFolder = try reader.read(Settings.storage, default: host.storageFolder)
    host.trustedProxies = try reader.read(Settings.proxies, default: host.trustedProxies)
    host.region = try reader.read(Settings.region, default: host.region)
    host.gracePeriod = try reader.read(Settings.gracePeriod, default: host.gracePeriod)
    _ = try reader.read(Settings.policy, default: .perWorker)
    try readLimits(reader)
    try readJobOptions(reader)
    logLevel = try reader.read(Settings.logLevel, default: logLevel)
    logFormat = try reader.readIfSet(Settings.logFormat, shown: "text on a terminal, else json")
    try readProject(reader)
    try readPush(reader)
  }

  private mutating func readLimits(_ reader: SettingsReader) throws(Failure) {
    let usual = host.limits
    host.limits.jsonBody = try reader.read(Settings.jsonBody, default: usual.jsonBody)
    host.limits.rawBody = try reader.read(Settings.rawBody, default: usual.rawBody)
    host.limits.headerBytes = try reader.read(Settings.headerBytes, default: usual.headerBytes)
    host.limits.headerLines = try reader.read(Settings.headerLines, default: usual.headerLines)
    host.limits.headerTimeout = try reader.read(Settings.headerTimeout, default: usual.headerTimeout)
    host.limits.bodyTimeout = try reader.read(Settings.bodyTimeout, default: usual.bodyTimeout)
    host.limits.bodyMemory = try reader.read(Settings.bodyMemory, default: usual.bodyMemory)
    host.limits.bodyWait = try reader.read(Settings.bodyWait, default: usual.bodyWait)
    host.limits.connections = try reader.read(Settings.connections, default: usual.connections)
    host.limits.keepAliveTimeout = try reader.read(Settings.keepAliveTimeout, default: usual.keepAliveTimeout)
    host.limits.idleTimeout = try reader.read(Settings.idleTimeout, default: usual.idleTimeout)
    host.limits.wallClock = try reader.read(Settings.wallClockLimit, default: usual.wallClock)
  }

  private mutating func readJobOptions(_ reader: SettingsReader) throws(Failure) {
    let usual = JobOptions()
    jobOptions.capacity = try reader.read(Settings.runningJobs, default: usual.capacity)
    jobOptions.lease = .seconds(try reader.read(Settings.jobLease, default: usual.lease / .seconds(1)))
    jobOptions.gracePeriod = .seconds(host.gracePeriod)
  }

  private mutating func readProject(_ reader: SettingsReader) throws(Failure) {
    host.projectURL = try reader.readIfSet(Settings.projectURL, shown: "(none: this host stands alone)")
    host.tokens.secret = try reader.read(Settings.jwtSecret, default: host.tokens.secret)
    host.tokens.jwks = try reader.readIfSet(Settings.jwks, shown: "(fetched from the project, if there is one)")
    host.tokens.anonKey = try reader.readIfSet(Settings.anonKey, shown: "(made from the JWT secret)")
    host.tokens.serviceRoleKey = try reader.readIfSet(Settings.serviceRoleKey, shown: "(made from the JWT secret)")
    host.tokens.publishableKeys = try reader.readIfSet(Settings.publishableKeys, shown: "(none)") ?? []
    host.tokens.secretKeys = try reader.readIfSet(Settings.secretKeys, shown: "(none)") ?? []
  }

  /// The socket lies beside the database, if its path is short enough for one (`sun_path` has room for 107 bytes).
  private mutating func readSocket(_ reader: SettingsReader) throws(Failure) {
    let beside = database.socketPath
    let place = database.isShared ? "here" : "beside the database"
    if let path = try reader.readIfSet(Settings.socket, shown: "\(beside), \(place)") {
      guard path.utf8.count <= 107 else {
        throw Failure(
          .configuration, "[swiftlet] socket has \(path.utf8.count) bytes: the path of a socket has at most 107")
      }
      host.bind.socketPath = path
    } else if beside.utf8.count <= 107 {
      host.bind.socketPath = beside
      host.bind.isSocketOptional = database.isShared
    } else {
      warnings.append(
        "No socket for commands: the path beside the database has more than 107 bytes. Set [swiftlet] socket.")
    }
  }
}
