/// Which changes of other transactions a transaction sees. SQLite has one writer, and is always serializable.
public enum TransactionIsolation: Sendable, Hashable {
  /// Each statement sees the changes that were committed before it.
  case readCommitted
  /// All statements see the changes that were committed before the first.
  case repeatableRead
  /// The result is that of transactions that run one after another. A transaction for which that is impossible fails
  /// with ``DatabaseError/Code/serializationFailure``.
  case serializable
}
