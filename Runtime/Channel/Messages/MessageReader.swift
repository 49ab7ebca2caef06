package import FoundationEssentials
package import HTTPTypes
package import NIOCore
import Wire

/// Reads the binary form of a ``Message``. Every read checks the bounds.
package struct MessageReader: Sendable {
  private var buffer: ByteBuffer
  /// The most values for which an array reserves room before they are read. A message can declare any number of values,
  /// so a larger number reserves no more.
  private static let reservation = 64

  /// Reads a payload from its first byte.
  package init(_ payload: ByteBuffer) { buffer = payload }

  /// Whether all bytes are read.
  package var isAtEnd: Bool { buffer.readableBytes == 0 }

  package mutating func read<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws(MessageFault)
    -> Number
  {
    guard let number = buffer.readInteger(endianness: .little, as: type) else { throw Self.cutOff }
    return number
  }

  package mutating func readInt() throws(MessageFault) -> Int { Int(try read(Int64.self)) }

  /// Reads a `Double`. It may be infinite or NaN.
  package mutating func readDouble() throws(MessageFault) -> Double { Double(bitPattern: try read()) }

  /// Reads a byte that is 0 or 1.
  package mutating func readBool() throws(MessageFault) -> Bool {
    switch try read(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw MessageFault("a truth value is neither 0 nor 1")
    }
  }

  /// Reads a text. Bytes that are not UTF-8 are refused.
  package mutating func readString() throws(MessageFault) -> String {
    let count = try length()
    guard let slice = buffer.readSlice(length: count) else { throw Self.cutOff }
    guard let text = String(validating: slice.readableBytesView, as: UTF8.self) else {
      throw MessageFault("a text is not UTF-8")
    }
    return text
  }

  package mutating func readBytes() throws(MessageFault) -> [UInt8] {
    let count = try length()
    guard let bytes = buffer.readBytes(length: count) else { throw Self.cutOff }
    return bytes
  }

  /// Reads bytes without copying them.
  package mutating func readBuffer() throws(MessageFault) -> ByteBuffer {
    let count = try length()
    guard let slice = buffer.readSlice(length: count) else { throw Self.cutOff }
    return slice
  }

  package mutating func readUUID() throws(MessageFault) -> UUID {
    guard let bytes = buffer.readBytes(length: 16) else { throw Self.cutOff }
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7], bytes[8], bytes[9], bytes[10],
        bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }

  /// Reads an instant of the years 1 to 9999.
  package mutating func readDate() throws(MessageFault) -> Date {
    let seconds = try readDouble()
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else {
      throw MessageFault("an instant is out of range")
    }
    return Date(timeIntervalSince1970: seconds)
  }

  package mutating func readRaw<Value: RawRepresentable>(_ type: Value.Type = Value.self) throws(MessageFault) -> Value
  where Value.RawValue == UInt8 {
    guard let value = Value(rawValue: try read()) else { throw MessageFault("a choice is not known") }
    return value
  }

  package mutating func readNamed<Value: RawRepresentable>(_ type: Value.Type = Value.self) throws(MessageFault)
    -> Value where Value.RawValue == String
  {
    guard let value = Value(rawValue: try readString()) else { throw MessageFault("a choice is not known") }
    return value
  }

  package mutating func readStatus() throws(MessageFault) -> HTTPResponse.Status {
    let code = Int(try read(UInt16.self))
    let reason = try readString()
    guard (0...999).contains(code) else { throw MessageFault("a status is out of range") }
    return HTTPResponse.Status(code: code, reasonPhrase: reason)
  }

  /// Reads a duration of at most 100 years, of either sign.
  package mutating func readDuration() throws(MessageFault) -> Duration {
    let seconds = try read(Int64.self)
    let attoseconds = try read(Int64.self)
    guard (-Duration.centurySeconds...Duration.centurySeconds).contains(seconds),
      (-1_000_000_000_000_000_000...1_000_000_000_000_000_000).contains(attoseconds)
    else { throw MessageFault("a duration is out of range") }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// The most header fields of a message. ``HTTPFields`` ends the process at 65,535, and the host adds its own.
  package static let maximumFields = 1000

  /// Reads header fields, at most ``maximumFields``.
  package mutating func readFields() throws(MessageFault) -> HTTPFields {
    let count = try readCount()
    guard count <= Self.maximumFields else {
      throw MessageFault("it has more than \(Self.maximumFields) header fields")
    }
    var fields = HTTPFields()
    for _ in 0..<count {
      guard let name = HTTPField.Name(try readString()) else {
        throw MessageFault("a header field's name is not a token")
      }
      fields.append(HTTPField(name: name, value: try readBytes()))
    }
    return fields
  }

  package mutating func readOptional<Value>(
    _ read: (inout MessageReader) throws(MessageFault) -> Value
  ) throws(MessageFault) -> Value? {
    try readBool() ? try read(&self) : nil
  }

  /// Reads values after their number. Each must have at least one byte.
  package mutating func readArray<Value>(
    _ read: (inout MessageReader) throws(MessageFault) -> Value
  ) throws(MessageFault) -> [Value] {
    let count = try readCount()
    var values: [Value] = []
    values.reserveCapacity(min(count, Self.reservation))
    for _ in 0..<count { values.append(try read(&self)) }
    return values
  }

  /// Reads a rare value that is written as JSON.
  package mutating func readJSON<Value: Decodable>(_ type: Value.Type = Value.self) throws(MessageFault) -> Value {
    let bytes = try readBytes()
    do throws(JSONFault) {
      return try Wire.decode(type, from: bytes)
    } catch {
      throw MessageFault("its JSON is not acceptable at \(error.path): \(error.reason)")
    }
  }

  /// Reads the number of values that follow, which is at most that of the bytes that are left.
  package mutating func readCount() throws(MessageFault) -> Int {
    let count = Int(try read(UInt32.self))
    guard count <= buffer.readableBytes else { throw MessageFault("a number of values is larger than the message") }
    return count
  }

  private mutating func length() throws(MessageFault) -> Int { Int(try read(UInt32.self)) }

  private static let cutOff = MessageFault("it is cut off")
}
