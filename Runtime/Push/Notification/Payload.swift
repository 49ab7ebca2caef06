internal import FoundationEssentials

/// The JSON that reaches the app: Apple's keys, and the app's beside them.
struct Payload: Encodable {
  let content: PushContent
  let custom: [String: any Encodable & Sendable]

  /// Encodes the payload with sorted keys, so that equal notifications have equal bytes.
  ///
  /// - Throws: ``PushError`` that names the field.
  func bytes(limit: Int) throws(PushError) -> [UInt8] {
    try check()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do {
      data = try encoder.encode(self)
    } catch EncodingError.invalidValue(_, let context) {
      throw Self.notEncodable(context.codingPath)
    } catch let error as PushError {
      throw error
    } catch {
      throw Self.notEncodable([])
    }
    guard data.count <= limit else {
      throw PushError(
        .tooLarge, field: "payload", "It has \(data.count) bytes; Apple takes at most \(limit). Shorten it.")
    }
    return Array(data)
  }

  private static func notEncodable(_ path: [any CodingKey]) -> PushError {
    let field = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return PushError(
      .notEncodable, field: field.isEmpty ? "payload" : String(field.drop { $0 == "." }),
      "It cannot be written as JSON, for example an infinite number.")
  }

  private func check() throws(PushError) {
    for key in custom.keys.sorted() where key == "aps" || reserved.contains(key) {
      throw PushError(.reservedKey, field: key, "The key is Apple's own; give the value another.")
    }
    switch content {
    case .alert(let alert): try alert.check()
    case .liveActivity(let activity): try activity.check()
    case .fileProvider(let container, _) where container.isEmpty:
      throw PushError(.missing, field: "container-identifier", "It is empty; name the container that changed.")
    case .mdm(let magic) where magic.isEmpty:
      throw PushError(.missing, field: "mdm", "It is empty; send the push magic that the device reported.")
    default: break
    }
  }

  /// The keys beside `aps` that this content writes.
  private var reserved: [String] {
    switch content {
    case .fileProvider: ["container-identifier", "domain"]
    case .mdm: ["mdm"]
    default: []
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, value) in custom { try container.encode(value, forKey: Key(stringValue: key)) }
    switch content {
    case .fileProvider(let identifier, let domain):
      try container.encode(identifier, forKey: Key(stringValue: "container-identifier"))
      try container.encodeIfPresent(domain, forKey: Key(stringValue: "domain"))
    case .mdm(let magic): try container.encode(magic, forKey: Key(stringValue: "mdm"))
    default: try container.encode(Aps(content: content), forKey: Key(stringValue: "aps"))
    }
  }

  private struct Aps: Encodable {
    let content: PushContent

    func encode(to encoder: any Encoder) throws {
      switch content {
      case .alert(let alert): try alert.encodeAps(to: encoder)
      case .liveActivity(let activity): try activity.encodeAps(to: encoder)
      case .background: try flag("content-available", 1, to: encoder)
      case .controls, .widgets: try flag("content-changed", true, to: encoder)
      default: _ = encoder.container(keyedBy: Key.self)
      }
    }

    private func flag(_ key: String, _ value: some Encodable, to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(value, forKey: Key(stringValue: key))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
