/// What happens to a savepoint. Programs use ``Transaction/savepoint(_:)``.
public enum SavepointStep: Sendable, Hashable {
  /// It is set.
  case set
  /// It ends, and what was done since stays.
  case release
  /// It ends, and what was done since is undone.
  case rollBack
}
