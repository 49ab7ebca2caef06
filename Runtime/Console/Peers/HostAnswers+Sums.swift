import Edge
import FoundationEssentials
import Host
import Workers

/// The answers of several hosts as those of one.
extension HostAnswers {
  /// The sums of the functions' figures.
  func statistics(now: Date) -> [FunctionStatistics] {
    FunctionStatistics.summed(values(\.figures).map(\.value), now: now)
  }

  /// The rate of the hosts' counts. The begin of a host's counts is known only if it is alone.
  func rate(of own: HostDescription, now: Date) -> RecentRate {
    RecentRate(now: now, since: isAlone ? own.started : nil)
  }

  /// The groups of errors, the last seen first. Hosts that had errors of the same group share it.
  var errorGroups: [ErrorGroup] {
    var groups: [String: ErrorGroup] = [:]
    for group in items(\.errors).map(\.value) {
      if groups[group.id] == nil { groups[group.id] = group } else { groups[group.id]?.add(group) }
    }
    return groups.values.sorted { ($1.last, $0.id) < ($0.last, $1.id) }
  }

  /// The records of all hosts, the newest first.
  func newest<Record: Sendable>(
    _ limit: Int, _ records: (PeerAnswer) -> [Record]?, at time: (Record) -> Date
  ) -> [HostValue<Record>] {
    Array(items(records).sorted { time($0.value) > time($1.value) }.prefix(limit))
  }

  /// The workers of all hosts; nil if no host has any. Of the groups with the same name on several hosts, one is kept:
  /// one whose workers do not start, if there is one.
  var workerReport: WorkerReport? {
    let reports = values(\.workers).map(\.value)
    guard reports.count > 1 else { return reports.first }
    let groups = reports.flatMap(\.groups)
    var seen: Set<String> = []
    let distinct = (groups.filter(\.isBackingOff) + groups.filter { !$0.isBackingOff }).filter {
      seen.insert("\($0.bundle)/\($0.group)/\($0.version)/\($0.isReplaced)").inserted
    }
    return WorkerReport(
      workers: reports.flatMap(\.workers), groups: distinct, deaths: reports.flatMap(\.deaths).sorted { $0.at < $1.at })
  }

  /// The connections to Apple of all hosts: of each service one, a stopped or unreachable one before others; nil if
  /// they cannot be read.
  var pushOverview: PushOverview? {
    let states = values(\.push).map(\.value.overview)
    guard states.count > 1, let first = states.first else { return states.first }
    let services = Dictionary(grouping: states.flatMap(\.connections)) { "\($0.environment)/\($0.service)" }
    let worst = services.sorted { $0.key < $1.key }.compactMap { _, all in
      all.first { $0.stopped != nil } ?? all.first { $0.unreachable != nil } ?? all.first
    }
    return PushOverview(status: first.status, connections: worst, phones: first.phones)
  }
}
