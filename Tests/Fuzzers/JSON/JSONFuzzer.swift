import Wire

/// libFuzzer's entry: reads an input as JSON, and checks what must hold for every text.
///
/// - The scan, the reading of values and the decoding of a type agree on whether the text is acceptable.
/// - What was read can be written, and is the same when it is read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
  let value: JSONValue
  do {
    value = try JSONScanner.value(of: bytes)
  } catch {
    // A number beyond Double is well-formed text that has no value.
    precondition((try? Wire.decode(JSONValue.self, from: bytes)) == nil, "decoded what was refused: \(error)")
    return 0
  }
  precondition((try? JSONScanner.check(bytes)) != nil, "the scan refuses what was read")
  precondition((try? Wire.decode(JSONValue.self, from: bytes)) == value, "the decoder reads another value")
  guard let written = try? Wire.encode(value) else { preconditionFailure("what was read cannot be written") }
  precondition((try? JSONScanner.value(of: written)) == value, "reading what was written gives another value")
  precondition((try? Wire.encode(value)) == written, "two writings differ")
  _ = try? Wire.decode([String: [Int]].self, from: bytes)
  _ = try? Wire.decode([Double].self, from: bytes)
  return 0
}
