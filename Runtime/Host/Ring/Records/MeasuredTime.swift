/// A time in microseconds in four bytes: at most 71 minutes; nil if it was not measured, or took longer.
@propertyWrapper package struct MeasuredTime: Sendable, Hashable, Codable {
  static let longest = Int(unknown) - 1
  private static let unknown = UInt32.max

  private var stored: UInt32

  package init(wrappedValue: Int?) { stored = Self.stored(wrappedValue) }

  package init(from decoder: any Decoder) throws { self.init(wrappedValue: try Int?(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

  package var wrappedValue: Int? {
    get { stored == Self.unknown ? nil : Int(stored) }
    set { stored = Self.stored(newValue) }
  }

  private static func stored(_ value: Int?) -> UInt32 {
    guard let value, value <= longest else { return unknown }
    return UInt32(clamping: value)
  }
}
