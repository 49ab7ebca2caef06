import Edge
import FoundationEssentials
import Host
import Jobs
import Workers

extension LoadedConfiguration {
  mutating func read(_ reader: SettingsReader) throws(Failure) {
    try reader.read(Settings.host, into: &host.bind.host)
    try reader.read(Settings.port, into: &host.bind.port)
    host.externalURL = try reader.readIfSet(Settings.externalURL, shown: "(the address that the host listens on)")
    try reader.read(Settings.database, into: &database)
    try reader.read(Settings.databaseConnections, into: &databaseLimits.connections)
    try reader.read(Settings.statementTimeout, into: &databaseLimits.statementTimeout)
    try reader.faults.attempt { () throws(Failure) in try readSocket(reader) }
    try reader.read(Settings.storage, into: &host.storage.folder)
    try reader.read(Settings.fileSize, into: &host.storage.fileSize)
    try reader.read(Settings.userQuota, into: &host.storage.userQuota)
    try reader.read(Settings.proxies, into: &host.trustedProxies)
    signIn = try reader.readIfSet(Settings.signIn, shown: "on loopback, without a project")
    try reader.read(Settings.region, into: &host.region)
    try reader.read(Settings.gracePeriod, into: &host.gracePeriod)
    try readLimits(reader)
    try reader.faults.attempt { () throws(Failure) in try readWorkers(reader) }
    try readJobOptions(reader)
    try reader.read(Settings.logLevel, into: &logLevel)
    logFormat = try reader.readIfSet(Settings.logFormat, shown: "text on a terminal, else json")
    try readProject(reader)
    try reader.faults.attempt { () throws(Failure) in try readPush(reader) }
    try reader.faults.attempt { () throws(Failure) in try readGateway(reader) }
    try reader.faults.attempt { () throws(Failure) in try readConsole(reader) }
    try reader.faults.attempt { () throws(Failure) in try readTelemetry(reader) }
  }

  private mutating func readLimits(_ reader: SettingsReader) throws(Failure) {
    try reader.read(Settings.jsonBody, into: &host.limits.jsonBody)
    try reader.read(Settings.rawBody, into: &host.limits.rawBody)
    try reader.read(Settings.headerBytes, into: &host.limits.headerBytes)
    try reader.read(Settings.headerLines, into: &host.limits.headerLines)
    try reader.read(Settings.headerTimeout, into: &host.limits.headerTimeout)
    try reader.read(Settings.bodyTimeout, into: &host.limits.bodyTimeout)
    try reader.read(Settings.bodyMemory, into: &host.limits.bodyMemory)
    try reader.read(Settings.bodyWait, into: &host.limits.bodyWait)
    try reader.read(Settings.connections, into: &host.limits.connections)
    try reader.read(Settings.keepAliveTimeout, into: &host.limits.keepAliveTimeout)
    try reader.read(Settings.webSocketIdleTimeout, into: &host.limits.tunnelIdleTimeout)
    try reader.read(Settings.idleTimeout, into: &host.limits.idleTimeout)
    try reader.read(Settings.wallClockLimit, into: &host.limits.wallClock)
  }

  private mutating func readWorkers(_ reader: SettingsReader) throws(Failure) {
    let beside = database.bundleFolder
    bundles.folder =
      try reader.readIfSet(
        Settings.bundleFolder, shown: "\(beside), \(database.isShared ? "here" : "beside the database")")
      ?? beside
    try reader.read(Settings.policy, into: &workers.policy)
    try reader.read(Settings.mostWorkers, into: &workers.maximum)
    try reader.read(Settings.leastWorkers, into: &workers.minimum)
    try reader.read(Settings.callsPerWorker, into: &workers.callsPerWorker)
    workers.idleExit = .seconds(try reader.read(Settings.workerIdleExit, default: workers.idleExit / .seconds(1)))
    workers.maximumAge = .seconds(try reader.read(Settings.workerAge, default: workers.maximumAge / .seconds(1)))
    try reader.read(Settings.sandbox, into: &workers.sandbox)
    workers.calls.wallClock = .seconds(host.limits.wallClock)
    workers.calls.idle = .seconds(host.limits.idleTimeout)
    guard workers.minimum <= workers.maximum else {
      throw Failure(
        .configuration, "[workers] min is \(workers.minimum), and max is \(workers.maximum)",
        hint: "min is at most max, which is the number of cores unless it is set")
    }
  }

  /// The servers that functions in workers may call: those of the setting alone, or else public ones, by the proxies of
  /// the environment, and the addresses that functions know as `SUPABASE_URL` and by the URLs of stored files. The
  /// host's controls are closed to them.
  mutating func readAllowedHosts(
    _ reader: SettingsReader, environment: [String: String]
  ) throws(Failure) {
    let proxies = EnvironmentProxies(environment)
    let shown =
      proxies.isEmpty
      ? "public addresses, and SUPABASE_URL" : "public servers by the proxy of the environment, and SUPABASE_URL"
    if let entries = try reader.readIfSet(Settings.allowedHosts, shown: shown) {
      // The entries were checked when they were read; those that cannot be read allow nothing.
      workers.allowedHosts = host.closingControls(of: (try? AllowedHosts(entries)) ?? AllowedHosts.none)
      return
    }
    var servers = AllowedHosts.publicServers.through(proxies)
    // The URLs of stored files begin with the external one.
    for own in [host.projectURL ?? URL(string: host.bind.url()), host.externalURL] {
      guard let own, let name = own.host() else { continue }
      servers = servers.adding(trusted: name, port: own.serverPort)
    }
    workers.allowedHosts = host.closingControls(of: servers)
  }

  private mutating func readJobOptions(_ reader: SettingsReader) throws(Failure) {
    try reader.read(Settings.runningJobs, into: &jobOptions.capacity)
    jobOptions.lease = .seconds(try reader.read(Settings.jobLease, default: jobOptions.lease / .seconds(1)))
    jobOptions.gracePeriod = .seconds(host.gracePeriod)
  }

  private mutating func readProject(_ reader: SettingsReader) throws(Failure) {
    host.projectURL = try reader.readIfSet(Settings.projectURL, shown: "(none: this host stands alone)")
    try reader.read(Settings.jwtSecret, into: &host.tokens.secret)
    host.tokens.jwks = try reader.readIfSet(Settings.jwks, shown: "(fetched from the project, if there is one)")
    host.tokens.anonKey = try reader.readIfSet(Settings.anonKey, shown: "(made from the JWT secret)")
    host.tokens.serviceRoleKey = try reader.readIfSet(Settings.serviceRoleKey, shown: "(made from the JWT secret)")
    host.tokens.publishableKeys = try reader.readIfSet(Settings.publishableKeys, shown: "(none)") ?? []
    host.tokens.secretKeys = try reader.readIfSet(Settings.secretKeys, shown: "(none)") ?? []
    warnOfServiceKey(named: reader.origin(of: Settings.serviceRoleKey) ?? "SUPABASE_SERVICE_ROLE_KEY")
    warnOfLocalURLs()
  }

  /// Warns if clients of other machines get URLs of this one's loopback address.
  private mutating func warnOfLocalURLs() {
    guard host.projectURL == nil, host.externalURL == nil, host.bind.isWildcard || !host.trustedProxies.isEmpty else {
      return
    }
    warnings.append(
      "The URLs of stored files begin with \(host.bind.url()), which clients elsewhere may not reach. Set [api] external_url to the address that they use for this host."
    )
  }

  /// Warns of a service key that neither this host nor the project accepts. The host itself runs.
  private mutating func warnOfServiceKey(named name: String) {
    guard let key = host.tokens.serviceRoleKey.flatMap({ ServiceKey($0) }) else { return }
    if key.isPublished, !host.tokens.hasPublishedSecret {
      warnings.append(
        "\(name) is the published key of Supabase's demonstration, beside a JWT secret of your own, which has not signed it. Set the project's own key, or remove it."
      )
    } else if host.tokens.jwks == nil, key.isSigned(by: host.tokens.secret) == false {
      warnings.append(
        "\(name) is not signed with SUPABASE_JWT_SECRET, so this host refuses calls with it. Set the key and the secret of one project."
      )
    }
  }

  /// The socket is beside the database if its path has at most 107 bytes, the capacity of `sun_path`.
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
