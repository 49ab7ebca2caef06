/// What is wrong with a JSON text, and where.
///
/// The path is written the way JSONPath writes it (`$.users[2].name`), so that an author or a client finds the fault at once.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String
  /// Where it is: `$` is the whole text.
  public let path: String

  /// Describes a fault.
  public init(_ reason: String, at path: String) {
    self.reason = reason
    self.path = path
  }

  /// The reason and the path, fit for an error message.
  public var description: String { "\(reason) at \(path)" }
}
