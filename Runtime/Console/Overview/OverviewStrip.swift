import Edge
import FoundationEssentials
import Jobs
import Workers

/// The strip at the top of the overview: each part of the host in a word.
struct OverviewStrip: Sendable {
  let picture: HostPicture
  let host: HostDescription
  let now: Date

  var html: HTML {
    Facts([
      ("Host", "\(host.version), began \(Instant(host.started, now: now).html)"), ("Database", database),
      ("Migrations", migrations), ("Queue lag", lag), ("Push", push), ("Hosts", hosts), ("Workers", workers),
    ]).html
  }

  private var database: HTML { Self.connection(picture.health?.database, unconfigured: "none") }

  private static func connection(_ health: ConnectionHealth?, unconfigured: String) -> HTML {
    guard let health else { return Badge(.bad, "unknown").html }
    let latency: HTML =
      health.latencyMilliseconds.map { " \(Quantities.duration(seconds: $0 / 1000))" } ?? .empty
    return switch health.status {
    case .up: "\(Badge(.good, "up").html)\(latency)"
    case .down: Badge(.bad, "down").html
    case .idle: Badge(.idle, "not used yet").html
    case .unconfigured: Badge(.idle, unconfigured).html
    }
  }

  private var migrations: HTML {
    switch picture.pendingMigrations {
    case nil: Badge(.bad, "unknown").html
    case 0?: Badge(.good, "all applied").html
    case let pending?: Badge(.bad, "\(pending) pending").html
    }
  }

  private var lag: HTML {
    guard let queue = picture.queue else { return Badge(.bad, "unknown").html }
    guard let oldest = queue.functions.compactMap(\.oldest).min() else { return Badge(.good, "none").html }
    let lag = max(0, now.timeIntervalSince(oldest))
    return Badge(lag > AttentionRules.late ? .warning : .good, Quantities.duration(seconds: lag)).html
  }

  private var push: HTML {
    let lanes = picture.push?.connections ?? []
    if lanes.contains(where: { $0.stopped != nil }) { return Badge(.bad, "stopped").html }
    if lanes.contains(where: { $0.unreachable != nil }) { return Badge(.bad, "unreachable").html }
    return Self.connection(picture.health?.push, unconfigured: "none")
  }

  private var hosts: HTML {
    guard let hosts = picture.hosts else { return Badge(.bad, "unknown").html }
    let (up, gone) = (hosts.count { $0.isUp }, hosts.count { !$0.isUp })
    return Badge(gone > 0 ? .warning : .good, gone > 0 ? "\(up) up, \(gone) gone" : "\(up) up").html
  }

  private var workers: HTML {
    guard let report = picture.workers else { return Badge(.idle, "none").html }
    let ready = report.workers.count { $0.state == "ready" }
    let isLooping = report.groups.contains { $0.isBackingOff && !$0.isReplaced }
    return Badge(isLooping ? .bad : ready > 0 ? .good : .idle, isLooping ? "crash loop" : "\(ready) ready").html
  }
}
