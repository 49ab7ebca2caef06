/// A function's secrets, and the variables that Supabase sets (`SUPABASE_URL`, `SB_EXECUTION_ID`, …).
///
/// They are read by name. Printing shows only their number.
public struct Secrets: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let values: [String: String]

  /// Secrets by name.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// A secret; nil if it is not set.
  public subscript(_ name: String) -> String? { values[name] }

  /// Returns a secret that the function requires.
  ///
  /// - Throws: ``MissingSecret``. The caller gets 500 `EDGE_FUNCTION_ERROR`, and the log the secret's name.
  public func require(_ name: String) throws(MissingSecret) -> String {
    guard let value = values[name] else { throw MissingSecret(name: name) }
    return value
  }

  /// These and others. The other value of a name replaces this one.
  public func adding(_ other: [String: String]) -> Secrets { Secrets(values.merging(other) { $1 }) }

  /// The number of secrets.
  public var description: String { "\(values.count) secrets" }
  /// The number of secrets.
  public var debugDescription: String { description }
  /// A mirror without children, so that reflection shows no secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
