package import HTTPTypes

/// The header fields of a request as they came: their bytes in one array, so that most values never become texts.
package struct ReceivedFields: Sendable {
  /// The values, one after the other.
  package private(set) var bytes: [UInt8] = []
  /// Each field's name, and where in ``bytes`` its value is.
  package private(set) var fields: [(name: HTTPField.Name, value: Range<Int>)] = []

  init() {
    bytes.reserveCapacity(512)
    fields.reserveCapacity(12)
  }

  /// Adds a field.
  ///
  /// - Parameter value: Without blanks around it, and without control characters.
  mutating func append(_ name: HTTPField.Name, _ value: Span<UInt8>) {
    let start = bytes.count
    unsafe value.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    fields.append((name, start..<bytes.count))
  }
}
