import FoundationEssentials

/// A choice among a user's sessions.
enum SessionSelection: Hashable, Sendable {
  case all
  case one(UUID)
  case allBut(UUID)
}
