extension Function {
  /// Returns the function with the names of the secrets that it needs.
  ///
  /// `context.secrets` then has these, `SB_EXECUTION_ID` and `SB_REGION`, and no others. A name is looked up in the
  /// function's own secrets in `config.toml`, in `.env` or `--env-file`, in `[edge_runtime.secrets]`, and in the
  /// environment of the process. Undeclared variables of the environment are never visible. The host logs a warning at
  /// its start for a name without a value.
  ///
  /// The settings of the host itself (`SWIFTLET_…`, `APNS_…`, `OTEL_…`, `DATABASE_URL`, `SUPABASE_JWT_SECRET`), and the
  /// variables of proxies (`https_proxy`) and of Postgres's library (`PGPASSWORD`) are never secrets of a function.
  ///
  /// - Parameter names: the secrets' names, in addition to those declared before.
  public func secrets(_ names: String...) -> Self { declaring(names) }

  /// Returns the function with the names of secrets that it works without.
  ///
  /// They are declared as by ``secrets(_:)``, but the host does not warn of those without a value.
  ///
  /// - Parameter names: the secrets' names, in addition to those declared before.
  public func optionalSecrets(_ names: String...) -> Self { declaring(names, isOptional: true) }

  func declaring(_ names: [String], isOptional: Bool = false) -> Self {
    var copy = self
    let declared = traits.secrets ?? []
    copy.traits.secrets = declared + names.filter { !declared.contains($0) }
    if isOptional { copy.traits.optionalSecrets.formUnion(names) }
    return copy
  }
}

extension Job {
  /// Returns the job with the names of the secrets that it needs; see ``Function/secrets(_:)``.
  public func secrets(_ names: String...) -> Self { declaring(names) }

  /// Returns the job with the names of secrets that it works without; see ``Function/optionalSecrets(_:)``.
  public func optionalSecrets(_ names: String...) -> Self { declaring(names, isOptional: true) }

  private func declaring(_ names: [String], isOptional: Bool = false) -> Self {
    var copy = self
    copy.function = function.declaring(names, isOptional: isOptional)
    return copy
  }
}
