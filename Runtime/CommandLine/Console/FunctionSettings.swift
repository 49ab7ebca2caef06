import Console
import Edge
import Host
import Workers

/// The settings of single functions that are in force, with where each comes from.
struct FunctionSettings {
  private let configuration: LoadedConfiguration
  private let limits: [LimitInForce]
  private let group: [String]
  private let entries: [String: ConfigurationEntry]

  /// - Parameters:
  ///   - limits: the rate limits that hold for the function.
  ///   - group: the names of the functions, procedures and jobs that share its workers; empty without workers.
  init(_ configuration: LoadedConfiguration, limits: [LimitInForce], group: [String]) {
    self.configuration = configuration
    self.limits = limits
    self.group = group
    entries = Dictionary(configuration.entries.map { ($0.key, $0) }) { _, last in last }
  }

  func all(of endpoint: any Endpoint) -> [PrintedSetting] {
    let (name, traits) = (endpoint.name, endpoint.traits)
    var settings = [
      setting("enabled", name, PrintedSetting("enabled", "true", from: "default")),
      setting("verify_jwt", name, PrintedSetting("verify_jwt", "\(traits.needsToken)", from: "code")),
      setting(
        "max_body", name,
        common("max_body", traits.input == .stream ? "swiftlet.max_raw_body" : "swiftlet.max_json_body")),
      setting("allow_hosts", name, allowedHosts(endpoint)),
      setting("idle_timeout", name, common("idle_timeout", "swiftlet.idle_timeout")),
      setting("wall_clock_limit", name, common("wall_clock_limit", "swiftlet.wall_clock_limit")),
    ]
    settings += limits.map(limit)
    settings.append(PrintedSetting("idempotent", "\(traits.isIdempotent)", from: "code"))
    if traits.needsPostgres { settings.append(PrintedSetting("database", "postgres", from: "code")) }
    if let endpoint = endpoint as? BundledEndpoint { settings += worker(endpoint) }
    return settings + queue(traits.queue)
  }

  /// The default of `allow_hosts`: the servers that a function without this setting may call.
  private func allowedHosts(_ endpoint: any Endpoint) -> PrintedSetting {
    endpoint is BundledEndpoint
      ? common("allow_hosts", "workers.allow_hosts") : PrintedSetting("allow_hosts", "any", from: "default")
  }

  private func worker(_ endpoint: BundledEndpoint) -> [PrintedSetting] {
    let (name, workers) = (endpoint.name, configuration.workers)
    let limits = workers.callLimits(of: workers.functions[name] ?? .init())
    func fixed(_ key: String, _ value: String, of member: String? = nil) -> PrintedSetting {
      setting(key, member ?? name, PrintedSetting(key, value, from: "default"))
    }
    // Its own settings come first: of equal ones the first decides.
    let deciding = DecidingMembers([name] + group.filter { $0 != name }, workers)
    return [
      setting("policy", deciding.policy ?? name, common("policy", "edge_runtime.policy")),
      setting(
        "group", name, PrintedSetting("group", endpoint.group, from: endpoint.group == name ? "default" : "bundle")),
      fixed("memory", Quantity.text(bytes: Int(clamping: workers.memory)), of: deciding.memory),
      fixed("cpu_soft", Quantity.text(seconds: limits.softCPU / .seconds(1))),
      fixed("cpu_hard", Quantity.text(seconds: limits.hardCPU / .seconds(1))),
      fixed("open_files", "\(workers.openFiles)", of: deciding.openFiles),
      fixed("log_lines", "\(workers.logLines)", of: deciding.logLines),
      fixed("concurrency", "no limit"),
      fixed("queue_timeout", Quantity.text(seconds: workers.queueTimeout / .seconds(1))),
      setting("sandbox", deciding.sandbox ?? name, common("sandbox", "workers.sandbox")),
      common("workers.max", "workers.max"), common("workers.min", "workers.min"),
      common("workers.calls_per_worker", "workers.calls_per_worker"),
      common("workers.idle_exit", "workers.idle_exit"), common("workers.max_age", "workers.max_age"),
    ]
  }

  /// The rules of its jobs, which the code declares.
  private func queue(_ policy: QueuePolicy) -> [PrintedSetting] {
    var settings = [
      PrintedSetting("queue tries", "\(policy.attempts)", from: "code"),
      PrintedSetting("queue timeout", Quantity.text(seconds: policy.timeout / .seconds(1)), from: "code"),
    ]
    if let concurrency = policy.concurrency {
      settings.append(PrintedSetting("queue concurrency", "\(concurrency)", from: "code"))
    }
    return settings
  }

  private func limit(_ limit: LimitInForce) -> PrintedSetting {
    let section = "limits.\(limit.name)"
    let entry = entries.values.filter { $0.key.hasPrefix(section + ".") }.min { $0.key < $1.key }
    return PrintedSetting(
      section, "\(limit.count) in \(limit.period) s for each \(limit.subject.rawValue)", from: entry?.origin ?? "code")
  }

  /// The setting of a key in `[functions.<name>]`, or what holds without one.
  private func setting(_ key: String, _ name: String, _ fallback: PrintedSetting) -> PrintedSetting {
    entries["functions.\(name).\(key)"].map { PrintedSetting(key, $0.value, from: $0.origin) } ?? fallback
  }

  private func common(_ key: String, _ entry: String) -> PrintedSetting {
    entries[entry].map { PrintedSetting(key, $0.value, from: $0.origin) } ?? PrintedSetting(key, "-", from: "default")
  }
}
