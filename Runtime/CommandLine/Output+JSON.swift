import Edge

extension Output {
  /// Writes a value to stdout as one line of JSON.
  static func json(_ value: some Encodable) throws { bytes(try Wire.encode(value) + [UInt8(ascii: "\n")]) }
}
