/// A value, or a key, of a JSON text that was scanned: they lie one after the other, a container before what it holds.
struct JSONToken {
  enum Kind: UInt8 { case null, `true`, `false`, number, string, escapedString, array, object }

  let kind: Kind
  /// Where it is written: a string without its quotes, a container's beginning only.
  let range: Range<Int>
  /// The token after it and all that it holds.
  var next: Int

  var isString: Bool { kind == .string || kind == .escapedString }
}
