import HTTPTypes

/// A function's secrets and the variables that Supabase sets (`SUPABASE_URL`, `SB_EXECUTION_ID`, …).
///
/// They are read by name and never printed.
public struct Secrets: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let values: [String: String]

  /// Secrets by name.
  public init(_ values: [String: String] = [:]) { self.values = values }

  /// A secret; nil if it is not set.
  public subscript(_ name: String) -> String? { values[name] }

  /// A secret that the function cannot do without.
  ///
  /// - Throws: ``FunctionError`` 500 `SERVER_ERROR` that names the secret if it is not set.
  public func require(_ name: String) throws(FunctionError) -> String {
    guard let value = values[name] else {
      throw FunctionError(
        status: .internalServerError, code: .server,
        message: "The secret \(name) is not set: put it into the environment")
    }
    return value
  }

  /// These and more; of two values for one name the other's counts.
  public func adding(_ other: [String: String]) -> Secrets { Secrets(values.merging(other) { $1 }) }

  /// Says how many there are, and none of them.
  public var description: String { "\(values.count) secrets" }
  /// Says how many there are, and none of them.
  public var debugDescription: String { description }
  /// Shows nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
