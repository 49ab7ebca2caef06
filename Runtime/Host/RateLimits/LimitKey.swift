import FoundationEssentials

/// The key under which a limit counts a call.
enum LimitKey: Sendable, Hashable {
  case user(UUID)
  case network(ClientNetwork)
  /// A role or a function, by its name.
  case name(String)
  /// All calls together.
  case all
}

extension LimitKey: CustomStringConvertible {
  var description: String {
    switch self {
    case .user(let id): id.uuidString
    case .network(let network): "\(network)"
    case .name(let name): name
    case .all: ""
    }
  }
}
