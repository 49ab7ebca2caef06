import Edge
import FoundationEssentials
import Host
import Workers

/// A check of the configuration: all faults of both files, the flags and the environment, not only the first.
struct ConfigurationCheck: Sendable {
  /// The faults and the warnings, each with its place.
  let findings: [Finding]
  /// The configuration and the application with its bundles; nil if a fault keeps commands from loading it.
  let loaded: (configuration: LoadedConfiguration, application: Application)?

  /// Checks what a command with these options would load.
  ///
  /// - Parameter asksHost: whether a running host is asked for its bundles, which `--bundle` of its own may name.
  init(_ options: ConfigurationOptions, asksHost: Bool = false) async {
    let faults = LoadFaults()
    var request = options.request()
    request.faults = faults
    var configuration: LoadedConfiguration?
    var application: Application?
    do throws(Failure) {
      request.texts = try request.reading()
      request.know(.current, isWhole: false)
      configuration = try LoadedConfiguration(request)
    } catch {
      faults.note(error)
    }
    if let first = configuration, faults.all.isEmpty {
      do {
        // A host that does not answer is found by a check of its own.
        var running: [LoadedBundle]?
        if asksHost { running = try? await KnownBundles.running(first) }
        let bundles = if let running { running } else { try await KnownBundles.stored(first, isStrict: true) }
        application = try Application.current.adding(bundles)
      } catch {
        faults.note(Failure(error))
      }
      if let application { configuration = Self.complete(request, application, faults) }
    } else if let configuration {
      let isWhole = !KnownBundles.mayBeThere(configuration)
      for problem in configuration.jobProblems(with: .current, isWhole: isWhole) { faults.note(problem) }
    }
    let places = ConfigurationPlaces(request)
    let found: [Finding] =
      faults.all.map { .problem(places.place(of: $0.message), $0) }
      + (configuration?.warnings ?? []).map { .warning(places.place(of: $0), $0) }
    findings = found.sorted { Self.order($0.subject) < Self.order($1.subject) }
    if let configuration, let application, faults.all.isEmpty {
      loaded = (configuration, application)
    } else {
      loaded = nil
    }
  }

  /// The file and the line of a place such as `config.toml:12`; line 0 for another place.
  private static func order(_ place: String) -> (file: Substring, line: Int) {
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]) else {
      return (place[...], 0)
    }
    return (place[..<colon], line)
  }

  /// Loads again with the names of all functions and jobs, and checks what a host checks when it starts.
  private static func complete(
    _ request: ConfigurationRequest, _ application: Application, _ faults: LoadFaults
  ) -> LoadedConfiguration? {
    var request = request
    request.know(application)
    guard let configuration = try? LoadedConfiguration(request) else { return nil }
    // A host starts with the program's own functions, and then adds those of its bundles.
    for (known, isWhole) in [(Application.current, false), (application, true)] {
      for problem in configuration.problems(with: known, isWhole: isWhole) { faults.note(problem) }
    }
    return configuration
  }
}
