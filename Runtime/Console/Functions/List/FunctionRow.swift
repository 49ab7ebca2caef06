import FoundationEssentials
import Host
import Workers

/// One function in the list: what it is, its figures of the last hour, and its workers.
struct FunctionRow: Sendable {
  let function: FunctionDescription
  /// The figures; nil for a function that was not called since the host's start.
  let statistics: FunctionStatistics?
  /// The group of its workers; nil for a function in the host's own process, or if it is not known.
  let group: GroupSummary?
  /// The workers of its group, in any state and any version of the bundle.
  let workers: [WorkerSummary]
  /// The instant at which its version was deployed; nil for a function in the host's own process, or if it is not
  /// known.
  let deployed: Date?
  private let rate: RecentRate

  /// The sum of the last hour; nil without calls.
  var hour: MinuteStatistics? {
    guard let sum = statistics?.sum(), sum.calls > 0 else { return nil }
    return sum
  }

  /// The calls per minute, over the last minutes.
  var callsPerMinute: Double { rate.perMinute(statistics?.sum(ofLast: RecentRate.minutes).calls ?? 0) }

  /// The part of the last hour's calls that failed; nil without calls.
  var errorRate: Double? { hour.map { Double($0.errors) / Double($0.calls) } }

  var running: Int { statistics?.running ?? 0 }

  /// The memory of its workers in bytes; nil without workers, or if it is not known.
  var memory: Int? {
    let known = workers.compactMap(\.memory)
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  /// `inline`, or the policy of its workers.
  var policy: String { function.home == nil ? "inline" : group?.policy ?? "workers" }

  /// The gravest of the states that apply.
  var state: FunctionState {
    FunctionState(
      isEnabled: function.isEnabled, isBackingOff: group?.isBackingOff == true,
      hasMissingSecrets: !function.missingSecrets.isEmpty, recent: statistics?.sum(ofLast: 5), running: running)
  }
}

extension FunctionRow {
  /// The rows of all functions.
  ///
  /// - Parameter deployments: the instants of deployments, by bundle.
  static func all(
    _ functions: [FunctionDescription], _ statistics: [FunctionStatistics], _ report: WorkerReport?,
    deployments: [String: Date], rate: RecentRate
  ) -> [FunctionRow] {
    let byName = Dictionary(statistics.map { ($0.name, $0) }) { first, _ in first }
    return functions.map { function in
      let home = function.home
      return FunctionRow(
        function: function, statistics: byName[function.name],
        group: report?.groups.first { $0.isOf(home) && !$0.isReplaced },
        workers: report?.workers.filter { $0.isOf(home) } ?? [], deployed: home.flatMap { deployments[$0.bundle] },
        rate: rate)
    }
  }
}

extension GroupSummary {
  /// Whether it runs the functions of a home.
  func isOf(_ home: FunctionDescription.Home?) -> Bool {
    bundle == home?.bundle && version == home?.version && group == home?.group
  }
}

extension WorkerSummary {
  /// Whether it belongs to a home's group, in any version of its bundle.
  func isOf(_ home: FunctionDescription.Home?) -> Bool { bundle == home?.bundle && group == home?.group }
}
