import FoundationEssentials
import Glibc
import Host
import Wire

/// The texts and marks of an invocation that the pages share.
enum InvocationWords {
  /// A status with icon and colour.
  static func status(_ record: InvocationRecord) -> HTML {
    let kind: Badge.Kind =
      switch record.status {
      case ..<400: record.outcome == .completed ? .good : .warning
      case 500...: .bad
      default: .warning
      }
    let badge = Badge(kind, "\(record.status)").html
    return switch record.outcome {
    case .completed: badge
    case .clientLeft: "\(badge) <small>client left</small>"
    case .failed: "\(badge) <small>failed</small>"
    case .replaced: "\(badge) <small>too late</small>"
    }
  }

  /// The role and the first digits of the user's id.
  static func caller(_ record: InvocationRecord) -> HTML {
    guard let role = record.role else { return "–" }
    guard let user = record.user else { return "\(role)" }
    return "\(role) <code title=\"\(user.lowercased)\">\(user.lowercased.prefix(8))</code>"
  }

  /// The target of the call: method and path, or the job's id and try.
  static func target(_ record: InvocationRecord) -> HTML {
    guard let job = record.job else { return "\(record.method) <code>\(record.path)</code>" }
    return "job \(job)\(record.attempt.map { ", try \($0)" as HTML })"
  }

  /// The function's name, or a text for a request without a route.
  static func function(_ record: InvocationRecord) -> HTML {
    record.function.isEmpty ? "<i>no route</i>" : "\(record.function)"
  }

  static func duration(_ microseconds: Int) -> String { Quantities.duration(seconds: Double(microseconds) / 1_000_000) }

  /// A bar for a duration, on a logarithmic scale from 1 ms to 60 s: it is the same whatever else is in the list.
  static func bar(_ microseconds: Int, _ kind: Badge.Kind = .busy) -> HTML {
    let milliseconds = max(0, Double(microseconds) / 1000)
    return Meter(fraction: log10(milliseconds + 1) / log10(60_001), text: duration(microseconds), kind: kind).html
  }

  /// The short form of an id: its last twelve digits. The first ones are the time, and the same for many.
  static func short(_ id: UUID) -> String { String(id.lowercased.suffix(12)) }
}
