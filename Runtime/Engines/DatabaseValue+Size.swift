import Database

extension DatabaseValue {
  /// About how many bytes the value takes in memory.
  var size: Int {
    switch self {
    case .null, .integer, .real: MemoryLayout<Self>.stride
    case .text(let text): MemoryLayout<Self>.stride + text.utf8.count
    case .blob(let bytes): MemoryLayout<Self>.stride + bytes.count
    }
  }
}
