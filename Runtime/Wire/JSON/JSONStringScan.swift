/// Marks which bytes of a JSON text belong to strings.
///
/// The text has to be well-formed, as that of a ``RawJSON`` is.
public struct JSONStringScan: Sendable {
  @usableFromInline var isString = false
  @usableFromInline var isEscaped = false

  /// Creates a pass that begins at the text's first byte.
  @inlinable public init() {}

  /// Takes the next byte, and returns whether it belongs to a string, as the quotation marks around it do.
  @inlinable public mutating func isInString(_ byte: UInt8) -> Bool {
    guard isString else {
      isString = byte == UInt8(ascii: "\"")
      return isString
    }
    isString = isEscaped || byte != UInt8(ascii: "\"")
    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    return true
  }
}
