extension Function {
  /// Returns the function with a limit on its calls, such as `.perMinute(50)` for each user.
  ///
  /// By default the calls of each user are counted (``CallLimit/Subject/user``). A call without a user, other than the
  /// service role's, is counted by its client's address: so are all calls of a function for `.anyone` that are sent
  /// without a user's token.
  ///
  /// A call over the limit is answered with 429 `RATE_LIMIT_EXCEEDED`, and the handler does not run. The table
  /// `[limits.<name>]` of `config.toml` overrides the values, or switches the limit off.
  ///
  /// - Parameters:
  ///   - limit: the limit.
  ///   - name: the limit's name: letters, digits, `_` and `-`, a letter first. Functions that declare the same name are
  ///     counted together; nil stands for the function's own name.
  public func limited(_ limit: CallLimit, as name: String? = nil) -> Self {
    var copy = self
    copy.traits.limits[name ?? self.name] = limit
    return copy
  }
}
