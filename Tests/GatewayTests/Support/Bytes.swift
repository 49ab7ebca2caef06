import Edge

extension ResponseBody {
  /// The text of a body of bytes; nil for a stream.
  var collected: String? {
    if let array { return String(decoding: array, as: UTF8.self) }
    if case .bytes(let buffer) = content { return String(buffer: buffer) }
    return nil
  }
}
