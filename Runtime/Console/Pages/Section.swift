/// One of the console's ten pages. Its raw value is the page's path below `/console`.
package enum Section: String, Sendable, CaseIterable {
  case overview, functions, invocations, logs, schedules, queue, push, errors, hosts, settings

  /// The page's name in the navigation.
  package var title: HTML {
    switch self {
    case .overview: "Overview"
    case .functions: "Functions"
    case .invocations: "Invocations"
    case .logs: "Logs"
    case .schedules: "Schedules"
    case .queue: "Queue"
    case .push: "Push"
    case .errors: "Errors"
    case .hosts: "Hosts and bundles"
    case .settings: "Settings"
    }
  }

  /// The key that opens the page after `g`.
  package var key: Character {
    switch self {
    case .overview: "o"
    case .functions: "f"
    case .invocations: "i"
    case .logs: "l"
    case .schedules: "s"
    case .queue: "q"
    case .push: "p"
    case .errors: "e"
    case .hosts: "h"
    case .settings: "c"
    }
  }

  /// The page's path: `/console/queue`.
  package var path: String { "/console/\(rawValue)" }
}
