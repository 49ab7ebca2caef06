extension Function {
  /// Returns the function marked as idempotent: a request that is sent again with its `Idempotency-Key` takes effect
  /// once.
  ///
  /// The handler of such a request runs in one transaction. All calls on ``Context/database``, ``Context/userDatabase``
  /// and ``Context/jobs`` take part in it, and the key is stored with the answer before it commits. A crash leaves all
  /// of it or nothing. So await nothing else that takes long, such as another server: enqueue a job for it. Work for
  /// ``Context/background(_:)`` starts after the commit.
  ///
  /// - Errors that the handler throws as ``FunctionError`` are answers like others: they are stored, with the changes
  ///   of the transactions that had ended. One with status 429 is not stored, so the repeated request runs the handler
  ///   again. Any other error undoes all changes. Its 500 is stored, unless the transaction's time was up. The 503 of
  ///   the database (it is busy or unreachable, a statement took too long, a deadlock) and the host's refusals are not.
  /// - An answer has at most 64 KiB and is not streamed; a larger one undoes the call.
  /// - Without the header the function runs as if it were not marked.
  public func idempotent() -> Self {
    var copy = self
    copy.traits.isIdempotent = true
    return copy
  }

  /// Returns the function marked as one that works only on Postgres.
  ///
  /// `swiftlet functions` shows the mark. On another database, ``Context/userDatabase`` throws.
  public func needsPostgres() -> Self {
    var copy = self
    copy.traits.needsPostgres = true
    return copy
  }

  /// Returns the function marked as one that the host serves on its Unix socket alone.
  package func onSocketAlone() -> Self {
    var copy = self
    copy.traits.isForSocket = true
    return copy
  }
}
