/// The sound of an alert.
public enum PushSound: Sendable, Hashable {
  /// The system's sound.
  case standard
  /// A file of the app's bundle or of its container's `Library/Sounds`.
  case named(String)
  /// A sound that plays on a muted device, for apps with Apple's entitlement. The volume is 0 (silent) to 1. Preparing
  /// an alert with another volume, or with an empty name, throws ``PushError/Code/invalidValue``.
  case critical(name: String = "default", volume: Double = 1)
}

extension PushSound: Encodable {
  private enum Key: String, CodingKey { case critical, name, volume }

  /// Writes the form that Apple reads: a name, or an object for a critical sound.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .standard: try encode("default", to: encoder)
    case .named(let name): try encode(name, to: encoder)
    case .critical(let name, let volume):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .critical)
      try container.encode(name, forKey: .name)
      try container.encode(volume, forKey: .volume)
    }
  }

  private func encode(_ name: String, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  func check() throws(PushError) {
    switch self {
    case .standard: break
    case .named(let name), .critical(let name, _):
      guard !name.isEmpty else {
        throw PushError(.invalidValue, field: "aps.sound", "It is empty; name a sound, or leave it out.")
      }
    }
    if case .critical(_, let volume) = self, !(0...1).contains(volume) {
      throw PushError(.invalidValue, field: "aps.sound.volume", "It is \(volume); use 0 to 1.")
    }
  }
}
