extension Function {
  /// Returns the function marked as one that works only on Postgres.
  ///
  /// `swiftlet functions` shows the mark. On another database, ``Context/userDatabase`` throws.
  public func needsPostgres() -> Self {
    var copy = self
    copy.traits.needsPostgres = true
    return copy
  }
}
