// Configurations hold secrets, so printing one, or an error that contains one, shows none of its values.

extension HostConfiguration: CustomStringConvertible, CustomReflectable {
  /// The address, and no secrets.
  public var description: String { "HostConfiguration(\(bind.host):\(bind.port))" }
  /// Empty.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension TokenConfiguration: CustomStringConvertible, CustomReflectable {
  /// The type's name: all of its values are secret.
  public var description: String { "TokenConfiguration" }
  /// Empty.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension FunctionConfiguration: CustomStringConvertible, CustomReflectable {
  /// The type's name and whether the function is served.
  public var description: String { "FunctionConfiguration(enabled: \(enabled))" }
  /// Empty.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
