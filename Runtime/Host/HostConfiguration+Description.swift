// Configurations hold secrets: printing one, or an error that carries one, shows none of them.

extension HostConfiguration: CustomStringConvertible, CustomReflectable {
  /// Where it listens, and nothing secret.
  public var description: String { "HostConfiguration(\(bind.host):\(bind.port))" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenConfiguration: CustomStringConvertible, CustomReflectable {
  /// The type's name: everything in it is secret.
  public var description: String { "TokenConfiguration" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension FunctionConfiguration: CustomStringConvertible, CustomReflectable {
  /// The type's name and whether the function is served.
  public var description: String { "FunctionConfiguration(enabled: \(enabled))" }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
