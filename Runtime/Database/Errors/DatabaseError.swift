/// A failure of the database.
///
/// It is safe to log: neither ``message`` nor ``statement`` nor ``description`` shows a bound value.
public struct DatabaseError: Error, Sendable, Hashable {
  /// The kind of failure.
  public let code: Code

  /// The failure in words, for a developer.
  public let message: String

  /// The violated constraint, if the engine names it: `users.email`, or a constraint's name.
  public let constraint: String?

  /// The column that the failure is about, if exactly one is known.
  public let column: String?

  /// The statement's text, with placeholders where values are bound.
  public let statement: String?

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: The failure in words, without any bound value.
  ///   - constraint: The violated constraint, if known.
  ///   - column: The column that the failure is about, if known.
  ///   - statement: The statement's text, with placeholders.
  public init(
    _ code: Code, _ message: String, constraint: String? = nil, column: String? = nil, statement: String? = nil
  ) {
    self.code = code
    self.message = message
    self.constraint = constraint
    self.column = column
    self.statement = statement
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The code, the message and the statement's text, without bound values.
  public var description: String {
    let about = statement.map { " In: \($0.drop(while: \.isWhitespace))" } ?? ""
    return "\(code): \(message)\(about)"
  }
}
