/// How much of others' changes a transaction may see. SQLite has one writer, and is always serializable.
public enum TransactionIsolation: Sendable, Hashable {
  /// Each statement sees what was committed before it.
  case readCommitted
  /// All statements see what was committed before the first.
  case repeatableRead
  /// As if transactions ran one after another; those that cannot fail with
  /// ``DatabaseError/Code/serializationFailure``.
  case serializable
}
