/// A value, or a key, of a scanned JSON text, in four bytes: two bits say what the other thirty mean.
struct JSONToken {
  /// The length from which on a text has positions that a token cannot hold.
  static let longestText = 1 << 30

  private static let escapedString: UInt32 = 1 << 30
  private static let array: UInt32 = 2 << 30
  private static let object: UInt32 = 3 << 30
  private static let mask = escapedString - 1

  private var bits: UInt32

  /// A scalar, or a key: its text tells which.
  ///
  /// - Parameters:
  ///   - position: Of its first byte; a string's is its opening quote.
  ///   - isEscaped: Whether it is a string that holds an escape.
  init(at position: Int, isEscaped: Bool = false) {
    bits = UInt32(truncatingIfNeeded: position) | (isEscaped ? Self.escapedString : 0)
  }

  /// A container; ``next`` is set when it is closed.
  init(container: JSONPath.Container) { bits = container == .array ? Self.array : Self.object }

  var isArray: Bool { bits & ~Self.mask == Self.array }
  var isObject: Bool { bits & ~Self.mask == Self.object }
  var isContainer: Bool { bits & Self.array != 0 }
  var isEscapedString: Bool { bits & ~Self.mask == Self.escapedString }

  /// Where a scalar, or a key, is written.
  var position: Int { Int(bits & Self.mask) }

  /// Of a closed container: the index of the token after it and all that it holds.
  var next: Int {
    get { Int(bits & Self.mask) }
    set { bits = bits & ~Self.mask | UInt32(truncatingIfNeeded: newValue) }
  }
}
