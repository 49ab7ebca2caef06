/// What went wrong in the database.
///
/// It never carries a bound value: neither ``message`` nor ``statement`` nor ``description`` shows one, so it can be logged.
public struct DatabaseError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public let code: Code

  /// The failure in words, for a developer.
  public let message: String

  /// The constraint that was violated, where the engine names it: `users.email`, or a constraint's name.
  public let constraint: String?

  /// The column the failure is about, where exactly one is known.
  public let column: String?

  /// The statement's text, with placeholders where values are bound.
  public let statement: String?

  /// Describes a failure.
  ///
  /// - Parameters:
  ///   - code: What kind of failure it is.
  ///   - message: The failure in words, without any bound value.
  ///   - constraint: The violated constraint, where known.
  ///   - column: The column it is about, where known.
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
  /// The code, the message and the statement's text; no bound value.
  public var description: String {
    let about = statement.map { " In: \($0)" } ?? ""
    return "\(code): \(message)\(about)"
  }
}
