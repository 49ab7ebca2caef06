import Synchronization

/// A function's name as bytes that live as long as the process, so that a signal handler can read them.
///
/// `@unchecked`: the bytes are written before the label is returned, and never changed or freed. Each name has one
/// copy.
@safe package struct FunctionLabel: @unchecked Sendable {
  private static let all = Mutex<[String: FunctionLabel]>([:])

  /// The name, with a zero byte at its end.
  package let bytes: UnsafePointer<CChar>

  package init(_ name: String) {
    self = Self.all.withLock { all in
      if let label = all[name] { return label }
      let label = FunctionLabel(copying: name)
      all[name] = label
      return label
    }
  }

  private init(copying name: String) {
    let characters = name.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
    for (index, character) in characters.enumerated() { unsafe (copy + index).initialize(to: character) }
    unsafe bytes = UnsafePointer(copy)
  }

  package var text: String { unsafe String(cString: bytes) }
}
