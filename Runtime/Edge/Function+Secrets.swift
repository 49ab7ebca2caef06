extension Function {
  /// The same function, with the names of the secrets that it needs.
  ///
  /// `context.secrets` then has these, `SB_EXECUTION_ID` and `SB_REGION`, and no others. A name is looked up in the function's own secrets in
  /// `config.toml`, in `.env` or `--env-file`, in `[edge_runtime.secrets]`, and in the environment of the process, which only declared names
  /// reach. A name without a value is a warning when the host starts.
  ///
  /// The settings of the host itself (`SWIFTLET_…`, `APNS_…`, `DATABASE_URL`, `SUPABASE_JWT_SECRET`) are never secrets of a function.
  ///
  /// - Parameter names: the secrets' names; they add to those declared before.
  public func secrets(_ names: String...) -> Self { declaring(names) }

  func declaring(_ names: [String]) -> Self {
    var copy = self
    let declared = traits.secrets ?? []
    copy.traits.secrets = declared + names.filter { !declared.contains($0) }
    return copy
  }
}

extension Job {
  /// The same job, with the names of the secrets that it needs, as ``Function/secrets(_:)`` has them.
  public func secrets(_ names: String...) -> Self {
    var copy = self
    copy.function = function.declaring(names)
    return copy
  }
}
