import CNGHTTP2

/// The conversion of header fields to nghttp2's name-value pairs.
enum NameValuePairs {
  /// Runs a body with pairs whose pointers are valid until it returns. nghttp2 copies the text.
  static func with<Result>(
    _ fields: [HTTP2Field], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result
  ) -> Result {
    var text: [UInt8] = []
    for field in fields {
      text += field.name.utf8
      text += field.value.utf8
    }
    return unsafe text.withUnsafeMutableBufferPointer { text in
      unsafe withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count) { pairs in
        guard var next = text.baseAddress else { return unsafe body(UnsafeBufferPointer(start: nil, count: 0)) }
        for (index, field) in fields.enumerated() {
          let (name, value) = (field.name.utf8.count, field.value.utf8.count)
          let flags = field.isIndexed ? NGHTTP2_NV_FLAG_NONE : NGHTTP2_NV_FLAG_NO_INDEX
          unsafe pairs.initializeElement(
            at: index,
            to: nghttp2_nv(
              name: next, value: next + name, namelen: name, valuelen: value, flags: UInt8(flags.rawValue)))
          unsafe next += name + value
        }
        return unsafe body(UnsafeBufferPointer(pairs))
      }
    }
  }
}
