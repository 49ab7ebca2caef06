public import FoundationEssentials

extension Data: SQLValue {
  /// A blob.
  public func encoded() -> DatabaseValue { .blob([UInt8](self)) }

  /// Blobs only.
  public static func decoded(from value: DatabaseValue) -> Data? {
    if case .blob(let bytes) = value { Data(bytes) } else { nil }
  }
}

extension [UInt8]: SQLValue {
  /// A blob.
  public func encoded() -> DatabaseValue { .blob(self) }

  /// Blobs only.
  public static func decoded(from value: DatabaseValue) -> [UInt8]? {
    if case .blob(let bytes) = value { bytes } else { nil }
  }
}
