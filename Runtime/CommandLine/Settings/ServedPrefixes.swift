import Console
import Host
import Synchronization

/// The prefixes of paths that a host's handlers answer. They are known once the host is assembled.
final class ServedPrefixes: Sendable {
  private let known = Mutex<[RouteLine]>([])

  var lines: [RouteLine] { known.withLock(\.self) }

  /// Notes the prefixes of handlers, and returns the handlers.
  func noting(_ handlers: PathHandlers) -> PathHandlers {
    var lines = handlers.byPrefix.map { prefix, handler in
      RouteLine(kind: .prefix, route: prefix, name: handler.name, access: nil)
    }.sorted { $0.route < $1.route }
    if let functions = handlers.unknownFunctions {
      lines.append(RouteLine(kind: .prefix, route: "/functions/v1 (other names)", name: functions.name, access: nil))
    }
    if let others = handlers.others {
      lines.append(RouteLine(kind: .prefix, route: "/ (other paths)", name: others.name, access: nil))
    }
    known.withLock { [lines] in $0 = lines }
    return handlers
  }
}
