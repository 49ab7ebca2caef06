import ArgumentParser
import Console
import Edge
import FoundationEssentials
import Host

/// `operations`.
struct OperationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "operations",
    abstract: "Show what the running host does: calls and jobs with their figures, and its connections.",
    discussion: """
      An operation is one call of a function or a service, or one run of a job; signIn_2 is the second one of signIn. \
      The figures count from the host's start. SUCCESS is the part with a status below 400, REFUSED counts 4xx, FAILED \
      5xx and jobs that threw; P50 and P99 are exact to an eighth. Calls overlap if one begins while another one of the \
      same user runs.

      Examples:
        \(Program.name) operations
        \(Program.name) operations --json | jq .overlapping_calls
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "As JSON.")
  var json = false

  func run() async throws {
    let host = try await HostControl.needed(options.load())
    let report: OperationReport = try await host.call("operations")
    guard !json else { return try Output.json(report) }
    Output.line(report.text)
  }
}

extension OperationReport {
  fileprivate var text: String {
    var parts = [connections.text]
    if !active.isEmpty { parts.append(running.text) }
    if !operations.isEmpty { parts.append(figures.text) }
    parts.append("\(overlapping.count) calls began while another call of the same user ran.")
    if !overlapping.pairs.isEmpty { parts.append(overlaps.text) }
    return parts.joined(separator: "\n\n")
  }

  private var connections: Table {
    let connections = [("database", host.database), ("queue", host.queue), ("push", host.push)]
    return Table("CONNECTION", "STATUS", "LATENCY", of: connections) { name, health in
      [name, health.status.rawValue, Self.duration(health.latencyMilliseconds)]
    }
  }

  private var running: Table {
    Table("RUNNING", "SINCE", "FOR", "REQUEST OR RUN", of: active) {
      [Words.line($0.id), Words.instant($0.start), Self.duration($0.milliseconds), $0.details.request]
    }
  }

  private var figures: Table {
    Table(
      "NAME", "KIND", "ACTIVE", "COUNT", "SUCCESS", "REFUSED", "FAILED", "P50", "P99", "LONGEST", of: operations
    ) { name in
      [
        Words.line(name.name), name.kind.rawValue, "\(name.active)", "\(name.count)", Self.percent(name.successRate),
        "\(name.refused)", "\(name.failed)", Self.duration(name.p50Milliseconds), Self.duration(name.p99Milliseconds),
        Self.duration(name.longestMilliseconds),
      ]
    }
  }

  private var overlaps: Table {
    Table("WHILE", "BEGAN", "TIMES", of: overlapping.pairs) {
      [Words.line($0.running), Words.line($0.started), "\($0.count)"]
    }
  }

  /// `400 µs`, `12 ms`, `1.5 s`.
  private static func duration(_ milliseconds: Double?) -> String {
    milliseconds.map { Quantities.duration(seconds: $0 / 1000) } ?? "-"
  }

  /// `99.9 %`, rounded down.
  private static func percent(_ part: Double?) -> String {
    part.map { "\(($0 * 1000).rounded(.down) / 10) %" } ?? "-"
  }
}
