/// A step of a savepoint. Programs use ``Transaction/savepoint(_:)``.
public enum SavepointStep: Sendable, Hashable {
  /// Sets the savepoint.
  case set
  /// Ends the savepoint and keeps the changes since it was set.
  case release
  /// Ends the savepoint and undoes the changes since it was set.
  case rollBack
}
