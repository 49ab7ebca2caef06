import Console
import FoundationEssentials
import Gateway
import Host
import Jobs
import Logging
import NIOCore
import Telemetry
import Workers

/// The configuration of a command, read from all sources and checked.
struct LoadedConfiguration: Sendable {
  /// The sources, with the texts of both files as they were read.
  let request: ConfigurationRequest
  var host = HostConfiguration()
  var database = DatabaseLocation.fallback
  var databaseLimits = DatabaseLimits()
  var jobOptions = JobOptions()
  /// The overrides of `[jobs.*]`, by name.
  var jobs: [String: JobOverride] = [:]
  var push = PushSettings()
  /// Which bundles are served, and where deployed ones are kept.
  var bundles = BundleSettings()
  var workers = WorkersConfiguration(cores: System.coreCount)
  var gateway = GatewayConfiguration()
  var console = ConsoleSettings()
  /// What is exported by OpenTelemetry's protocol.
  var telemetry = TelemetryConfiguration()
  /// Whether a host that stands alone signs users in; nil: on loopback alone.
  var signIn: Bool?
  var logLevel = Logger.Level.info
  /// Nil: text on a terminal, JSON elsewhere.
  var logFormat: LineLogHandler.Format?
  var warnings: [String] = []
  var entries: [ConfigurationEntry] = []

  /// Reads each value from the first source that has it: flags, environment, `.env`, `config.toml`, the default.
  ///
  /// - Throws: ``Failure`` with code 78 that names the wrong value and its origin.
  init(_ request: ConfigurationRequest) throws(Failure) {
    var request = request
    let texts = if let texts = request.texts { texts } else { try request.reading() }
    request.texts = texts
    self.request = request
    let faults = request.faults
    let file = try faults.attempt { () throws(Failure) in try Self.file(request, texts) }.flatMap(\.self)
    let variables = try Self.variables(request, texts)
    var layers = [SettingsLayer.flags(request.flags), .variables(request.environment, of: "environment")]
    if let variables { layers.append(.variables(variables.values, of: variables.name)) }
    if let file { layers.append(.file(file)) }
    warnings += KnownVariables.warnings(for: request.environment, of: "environment")
    if let variables { warnings += KnownVariables.warnings(for: variables.values, of: variables.name) }
    if let topic = request.topic { push.topic = topic }
    bundles.files = request.bundles.map { BundleFile(flag: $0) }
    let reader = SettingsReader(layers, faults: faults)
    try read(reader)
    try readAllowedHosts(reader, environment: request.environment)
    entries = reader.entries
    if let file { try readTables(file, request, variables?.values ?? [:]) }
    if let variables {
      let own = FunctionSecrets.own(of: variables.values, environment: request.environment)
      entries += own.sorted { $0.key < $1.key }.map { name, value in
        let source = variables.values[name] == value ? variables.name : "environment"
        return ConfigurationEntry(key: "secrets.\(name)", value: value, origin: "\(source) \(name)", isSecret: true)
      }
      host.secrets.merge(own) { $1 }
    }
    host.environmentSecrets = FunctionSecrets.declared(request.secrets, in: request.environment)
    entries += host.environmentSecrets.sorted { $0.key < $1.key }.filter { host.secrets[$0.key] == nil }.map { secret in
      ConfigurationEntry(
        key: "secrets.\(secret.key)", value: secret.value, origin: "environment \(secret.key)", isSecret: true)
    }
    host.secrets.merge(try FunctionSecrets.standard(host, database: database)) { $1 }
  }

  private mutating func readTables(
    _ file: ConfigurationFile, _ request: ConfigurationRequest, _ variables: [String: String]
  ) throws(Failure) {
    warnings += KnownKeys.warnings(for: file.root, file: file.name)
    for section in KnownKeys.settings {
      guard let table = try file.faults.attempt({ () throws(Failure) in try file.table(section) }) else { continue }
      warnings += KnownKeys.warnings(for: table, section: section, known: KnownKeys.keys(of: section), file: file.name)
    }
    let reader = TablesReader(file)
    var tables = FunctionTables(reader: reader) { name in
      [request.environment[name], variables[name]].compactMap { $0 }.first { !$0.isEmpty }
    }
    host.functions =
      try file.faults.attempt { () throws(Failure) in
        // A job runs in a worker too, and has the settings of its table.
        try tables.functions(
          known: request.functions?.union(request.jobs ?? []), inline: request.inlineFunctions)
      } ?? [:]
    workers.functions = tables.workers
    host.secrets =
      try file.faults.attempt { () throws(Failure) in
        try tables.secrets(file.table("edge_runtime")["secrets"], section: "edge_runtime.secrets")
      } ?? [:]
    jobs =
      try file.faults.attempt { () throws(Failure) in
        try JobTables(reader: reader).jobs(known: request.jobs)
      } ?? [:]
    host.storage.buckets =
      try file.faults.attempt { () throws(Failure) in try BucketTables(reader: reader).buckets() } ?? [:]
    push.topics = try file.faults.attempt { () throws(Failure) in try TopicTable(reader: reader).topics() } ?? [:]
    bundles.files += try file.faults.attempt { () throws(Failure) in try BundleTables(reader: reader).files() } ?? []
    host.callLimits =
      try file.faults.attempt { () throws(Failure) in
        try LimitTables(reader: reader).limits(known: request.functions)
      } ?? [:]
    warnings += reader.warnings
    entries += reader.entries
  }

  private static func file(
    _ request: ConfigurationRequest, _ texts: ConfigurationTexts
  ) throws(Failure) -> ConfigurationFile? {
    guard let found = texts.configuration else { return nil }
    let name = request.configurationFile ?? "config.toml"
    return try ConfigurationFile(
      text: found.text, name: name, folder: Paths.folder(of: found.path), faults: request.faults)
  }

  private static func variables(
    _ request: ConfigurationRequest, _ texts: ConfigurationTexts
  ) throws(Failure) -> (name: String, values: [String: String])? {
    guard let found = texts.variables else { return nil }
    let name = request.environmentFile ?? ".env"
    var text = found.text
    while true {
      do throws(EnvironmentFile.Fault) {
        return (name, try EnvironmentFile.variables(in: text))
      } catch {
        let fault = Failure(.configuration, "\(name):\(error.line): \(error.reason)")
        guard request.faults.isCollecting else { throw fault }
        request.faults.note(fault)
        // The lines after it are checked without it.
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.indices.contains(error.line - 1) else { return (name, [:]) }
        lines[error.line - 1] = "#"
        text = lines.joined(separator: "\n")
      }
    }
  }
}
