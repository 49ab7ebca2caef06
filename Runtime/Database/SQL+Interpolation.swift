extension SQL: ExpressibleByStringInterpolation {
  /// A statement without bindings.
  ///
  /// - Parameter value: The program's text.
  public init(stringLiteral value: StaticString) {
    self.init(text: value.description)
  }

  /// A statement with bindings.
  ///
  /// - Parameter stringInterpolation: The literal's text and values, which the compiler collects.
  public init(stringInterpolation: StringInterpolation) {
    self.init(
      text: String(decoding: stringInterpolation.utf8, as: UTF8.self), bindings: stringInterpolation.bindings)
  }

  /// Collects a literal's text and bindings.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var utf8: [UInt8] = []
    var bindings: [Binding] = []

    /// Makes room for a literal.
    ///
    /// - Parameters:
    ///   - literalCapacity: The bytes of the literal's own text.
    ///   - interpolationCount: How many interpolations it has.
    public init(literalCapacity: Int, interpolationCount: Int) {
      utf8.reserveCapacity(literalCapacity + interpolationCount)
      bindings.reserveCapacity(interpolationCount)
    }

    /// Appends the literal's own text.
    ///
    /// - Parameter literal: The program's text.
    public mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { unsafe utf8.append(contentsOf: $0) }
    }

    /// Binds a value to a placeholder.
    ///
    /// - Parameter value: The value, which is not part of the statement's text.
    public mutating func appendInterpolation(_ value: some SQLValue) {
      bindings.append(Binding(offset: utf8.count, value: value.encoded()))
      utf8.append(UInt8(ascii: "?"))
    }

    /// Binds a value to a placeholder, or `NULL` for `nil`.
    ///
    /// - Parameter value: The value, which is not part of the statement's text.
    public mutating func appendInterpolation<Value: SQLValue>(_ value: Value?) {
      bindings.append(Binding(offset: utf8.count, value: value.encoded()))
      utf8.append(UInt8(ascii: "?"))
    }

    /// Inserts another statement's text, with its bindings.
    ///
    /// - Parameter fragment: A part of a statement.
    public mutating func appendInterpolation(_ fragment: SQL) {
      let start = utf8.count
      bindings += fragment.bindings.map { Binding(offset: start + $0.offset, value: $0.value) }
      utf8.append(contentsOf: fragment.text.utf8)
    }

    /// Inserts text of the program, such as a table's name.
    ///
    /// - Parameter text: A literal: a string made at run time does not compile here.
    public mutating func appendInterpolation(raw text: StaticString) {
      appendLiteral(text)
    }
  }
}
