import Edge
import FoundationEssentials
import Host
import Workers

/// An examination of a host's configuration and surroundings. It changes nothing.
struct Doctor: Sendable {
  let configuration: LoadedConfiguration
  /// The program's functions and jobs, with those of its bundles.
  let application: Application

  /// Examines all that the options name.
  ///
  /// - Returns: The findings in the order of their checks. Where the configuration has faults, only the checks that
  ///   need none of it are made.
  static func findings(_ options: ConfigurationOptions) async -> [Finding] {
    let clock = ClockCheck()
    let check = await ConfigurationCheck(options, asksHost: true)
    var findings = check.findings.map(Self.ofConfiguration)
    if findings.isEmpty { findings.append(.good("configuration", "no faults in the files and the environment")) }
    if let loaded = check.loaded {
      findings += await Doctor(configuration: loaded.configuration, application: loaded.application).findings()
    }
    return findings + [descriptors(check.loaded?.configuration), certificates] + clock.findings()
  }

  private func findings() async -> [Finding] {
    let host = await RunningCheck(configuration)
    let surroundings = host.findings + [secret, host.port] + files
    return surroundings + (await database(isServed: host.isRunning)) + storage + push + bundles
      + [Self.sandbox(configuration.sandboxReport)] + functions
  }

  /// A finding of the configuration's check, whose subject is a place.
  private static func ofConfiguration(_ finding: Finding) -> Finding {
    finding.state == .problem
      ? .problem("configuration", "\(finding.subject): \(finding.message)", hint: finding.hint)
      : .warning("configuration", "\(finding.subject): \(finding.message)", hint: finding.hint)
  }

  /// Whether callers from elsewhere can sign tokens. A published secret on such an address is a fault of the
  /// configuration.
  private var secret: Finding {
    guard configuration.host.tokens.hasPublishedSecret else {
      return .good("secret", "the JWT secret is not one that is published")
    }
    return .warning(
      "secret", "the JWT secret is the published one of development: every program on this machine can sign tokens",
      hint: "set SUPABASE_JWT_SECRET before the host is reached from elsewhere")
  }

  /// The executables of the deployed bundles.
  private var bundles: [Finding] {
    let store = BundleStore(folder: configuration.bundles.folder)
    let entries: [String: BundleIndex.Entry]
    do throws(BundleFault) {
      entries = try store.index().bundles
    } catch {
      return [.problem("bundles", error.message, hint: error.hint)]
    }
    let damaged = entries.sorted { $0.key < $1.key }.compactMap { name, entry -> Finding? in
      guard let fault = store.fault(of: entry.current) else { return nil }
      return .problem(
        "bundles", "\(name): \(fault)",
        hint: "\(Program.name) deploy \(name) <executable>, with the one that was deployed")
    }
    guard damaged.isEmpty, !entries.isEmpty else { return damaged }
    return [.good("bundles", "the executables of \(entries.count) deployed bundles are those that were deployed")]
  }

  /// The declared secrets that are not set.
  private var functions: [Finding] {
    let missing = application.missingSecrets(configuration.host)
    guard !missing.isEmpty else {
      return [.good("functions", "\(application.functions.count) functions, and every declared secret is set")]
    }
    return missing.map { missing in
      .warning(
        "functions",
        "the \(missing.kind) \(missing.name) lacks \(missing.secrets.joined(separator: ", ")), and fails where it needs it",
        hint: missing.hint)
    }
  }
}
