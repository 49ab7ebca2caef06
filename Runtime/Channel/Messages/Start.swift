package import Edge
package import FoundationEssentials

/// The host's first frame to a worker: the facts that a worker needs before its first call.
package struct Start: Codable, Sendable, Hashable {
  /// The properties of the host's sender of notifications that functions can read.
  package struct Push: Codable, Sendable, Hashable {
    /// The app's bundle id.
    package var bundleID: String
    /// The bundle ids of further apps, by name.
    package var bundleIDs: [String: String]
    /// The environment of tokens that name none.
    package var environment: PushEnvironment
    /// Whether the host has a sender.
    package var hasSender: Bool

    package init(
      bundleID: String = "", bundleIDs: [String: String] = [:], environment: PushEnvironment = .sandbox,
      hasSender: Bool = false
    ) {
      self.bundleID = bundleID
      self.bundleIDs = bundleIDs
      self.environment = environment
      self.hasSender = hasSender
    }
  }

  /// The version of the channel's protocol.
  package var protocolVersion = Manifest.currentProtocol
  /// The name of the worker's group.
  package var group: String
  package var dialect: SQLDialect
  /// The sender of notifications.
  package var push: Push
  /// The secrets of each function and job, by its name.
  package var secrets: [String: [String: String]]
  /// The secrets of calls without an entry of their own, such as the seed.
  package var commonSecrets: [String: String]
  /// The fixed time of the functions' clock, for tests; nil for the host's running clock.
  package var fixedTime: Date?
  /// The least level of log lines that the host takes.
  package var logLevel: String
  /// The most log lines of the worker in ten seconds; nil for the default.
  package var logLines: Int?

  package init(
    group: String, dialect: SQLDialect = .sqlite, push: Push = Push(), secrets: [String: [String: String]] = [:],
    commonSecrets: [String: String] = [:], fixedTime: Date? = nil, logLevel: String = "info"
  ) {
    self.group = group
    self.dialect = dialect
    self.push = push
    self.secrets = secrets
    self.commonSecrets = commonSecrets
    self.fixedTime = fixedTime
    self.logLevel = logLevel
  }
}
