import Edge
import FoundationEssentials
import Jobs
import Workers

/// The rules for what needs attention. They read no clock and no database.
struct AttentionRules: Sendable {
  /// The time after which a job that can be claimed is late.
  static let late: TimeInterval = 60
  /// The time for which the deaths of workers count.
  static let deaths: TimeInterval = 3600
  /// The reasons of deaths that are limits.
  static let limits = Set(WorkerFailure.Resource.allCases.map(\.rawValue))
  /// The reasons of deaths that are no fault of a function.
  static let asked: Set<String> = ["retired", "killed", "shutdown"]

  let picture: HostPicture
  let now: Date

  /// The items that need attention, the gravest first.
  var items: [AttentionItem] {
    let all = connections + bundles + crashLoops + deaths + push + jobs + hosts
    return all.filter { $0.severity == .bad } + all.filter { $0.severity == .warning }
  }

  private var connections: [AttentionItem] {
    var items: [AttentionItem] = []
    if picture.health == nil {
      items.append(
        AttentionItem(
          key: "host", severity: .bad, title: "The state of the host cannot be read",
          detail: "Its controls do not answer",
          link: Section.logs.path, linkTitle: "Logs"))
    }
    if picture.health?.database.status == .down {
      items.append(
        AttentionItem(
          key: "database", severity: .bad, title: "The database does not answer",
          detail: "Functions and jobs that use it fail", link: Section.logs.path(filter: "level:error"),
          linkTitle: "Logs"))
    }
    if let pending = picture.pendingMigrations, pending > 0 {
      items.append(
        AttentionItem(
          key: "migrations", severity: .bad,
          title: "The database lacks \(Quantities.counted(pending, "migration"))",
          detail: "Apply them by swiftlet migrate",
          link: Section.settings.path, linkTitle: "Migrations"))
    }
    return items
  }

  private var bundles: [AttentionItem] {
    picture.bundles.filter { $0.state == .broken }.map { standing in
      AttentionItem(
        key: "bundle/\(standing.bundle)", severity: .bad, title: "The bundle \(standing.bundle) cannot be served",
        detail: standing.problem ?? "", link: Section.hosts.path, linkTitle: "Bundles")
    }
  }

  private var crashLoops: [AttentionItem] {
    let groups = picture.workers?.groups.filter { $0.isBackingOff && !$0.isReplaced } ?? []
    return groups.map { group in
      AttentionItem(
        key: "loop/\(group.bundle)/\(group.group)", severity: .bad,
        title: "The workers of \(group.group) in \(group.bundle) end again and again at their start",
        detail: "Roll back, or deploy a version that starts: \(group.functions.joined(separator: ", ")) wait",
        link: Section.functions.path(filter: "bundle:\(group.bundle)"), linkTitle: "Functions")
    }
  }

  /// The deaths of the last hour, by group and reason.
  private var deaths: [AttentionItem] {
    let recent =
      picture.workers?.deaths.filter {
        now.timeIntervalSince($0.at) < Self.deaths && !Self.asked.contains($0.reason)
      } ?? []
    let groups = Dictionary(grouping: recent) { "\($0.bundle)/\($0.group)/\($0.reason)" }
    return groups.sorted { $0.key < $1.key }.compactMap { key, deaths in
      guard let last = deaths.max(by: { $0.at < $1.at }) else { return nil }
      let name = last.function ?? last.group
      let times = deaths.count == 1 ? "once" : "\(deaths.count) times"
      let isLimit = Self.limits.contains(last.reason)
      let lost = deaths.reduce(0) { $0 + $1.lost.count }
      return AttentionItem(
        key: "death/\(key)", severity: isLimit ? .warning : .bad,
        title: isLimit
          ? "A limit of \(name) was broken \(times) in the last hour: \(last.reason)"
          : "A worker of \(name) crashed \(times) in the last hour: \(last.reason)",
        detail: "\(last.description); \(Quantities.counted(lost, "call")) lost",
        link: Section.errors.path(filter: "function:\(name)"), linkTitle: "Errors")
    }
  }

  private var push: [AttentionItem] {
    (picture.push?.connections ?? []).compactMap { lane in
      guard let fault = lane.stopped ?? lane.unreachable else { return nil }
      let isStopped = lane.stopped != nil
      return AttentionItem(
        key: "push/\(lane.service)/\(lane.environment)", severity: .bad,
        title: isStopped
          ? "Pushes to \(lane.environment) are stopped: \(fault.reason)"
          : "The server of pushes to \(lane.environment) cannot be reached: \(fault.reason)",
        detail: fault.meaning, link: Section.push.path, linkTitle: "Push")
    }
  }

  private var jobs: [AttentionItem] {
    (picture.queue?.functions ?? []).flatMap { entry -> [AttentionItem] in
      var items: [AttentionItem] = []
      if entry.dead > 0 {
        items.append(
          AttentionItem(
            key: "dead/\(entry.name)", severity: .bad,
            title: "\(Quantities.counted(entry.dead, "dead job")) of \(entry.name)",
            detail: "Their tries are used up: retry or delete them",
            link: Section.queue.path(filter: "function:\(entry.name) state:dead"), linkTitle: "Dead jobs"))
      }
      if entry.isPaused {
        let section = entry.isScheduled ? Section.schedules : .queue
        items.append(
          AttentionItem(
            key: "paused/\(entry.name)", severity: .warning, title: "\(entry.name) is paused",
            detail: entry.held > 0 ? "\(Quantities.counted(entry.held, "job")) held" : "Its jobs do not run",
            link: section.path(filter: entry.isScheduled ? entry.name : "function:\(entry.name)"),
            linkTitle: entry.isScheduled ? "Schedules" : "Queue"))
      } else if entry.waiting > 0, let oldest = entry.oldest, now.timeIntervalSince(oldest) > Self.late {
        items.append(
          AttentionItem(
            key: "late/\(entry.name)", severity: .warning,
            title: "Jobs of \(entry.name) are late by \(Quantities.duration(seconds: now.timeIntervalSince(oldest)))",
            detail:
              "\(Quantities.counted(entry.waiting, "job")) waiting, \(entry.running) running\(entry.limit.map { " of \($0)" } ?? "")",
            link: Section.queue.path(filter: "function:\(entry.name)"), linkTitle: "Queue"))
      }
      return items
    }
  }

  private var hosts: [AttentionItem] {
    (picture.hosts ?? []).filter { !$0.isUp && $0.running > 0 }.map { host in
      AttentionItem(
        key: "host/\(host.id)", severity: .warning, title: "The host \(host.id) has not announced itself",
        detail: "It was seen last \(Quantities.duration(seconds: now.timeIntervalSince(host.seenAt))) ago",
        link: Section.hosts.path, linkTitle: "Hosts")
    }
  }
}
