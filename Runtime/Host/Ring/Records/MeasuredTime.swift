/// A time in microseconds in four bytes: at most 71 minutes; nil if it was not measured.
@propertyWrapper package struct MeasuredTime: Sendable, Hashable, Codable {
  private static let unknown = UInt32.max

  private var stored: UInt32

  package init(wrappedValue: Int?) { stored = Self.stored(wrappedValue) }

  package init(from decoder: any Decoder) throws { self.init(wrappedValue: try Int?(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }

  package var wrappedValue: Int? {
    get { stored == Self.unknown ? nil : Int(stored) }
    set { stored = Self.stored(newValue) }
  }

  /// The nearest value that can be stored.
  private static func stored(_ value: Int?) -> UInt32 {
    value.map { UInt32(clamping: max(0, min($0, Int(unknown) - 1))) } ?? unknown
  }
}
