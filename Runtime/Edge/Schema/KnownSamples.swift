import FoundationEssentials
import Wire

/// The schema and the sample values of a leaf type, whose `init(from:)` is not recorded.
struct KnownSamples {
  let schema: JSONSchema
  /// Values of the type as JSON, the likeliest to be accepted first.
  let samples: [JSONValue]

  init(_ schema: JSONSchema, _ samples: [JSONValue]) {
    self.schema = schema
    self.samples = samples
  }

  /// - Returns: nil for a type whose `init(from:)` is to be recorded.
  init?(_ type: (some Decodable).Type) {
    if let provider = type as? any SchemaProviding.Type {
      self.init(provider.jsonSchema, [provider.jsonExample])
    } else if let cases = (type as? any CaseIterable.Type).flatMap({ Self.rawValues(of: $0) }) {
      self.init(cases)
    } else {
      self.init(standard: type)
    }
  }

  private init?(standard type: any Any.Type) {
    switch type {
    case is String.Type: self.init(.string, Self.texts)
    case is Bool.Type: self.init(.boolean, [true, false])
    case is any FixedWidthInteger.Type: self.init(.integer, Self.wholeNumbers)
    case is any BinaryFloatingPoint.Type, is Decimal.Type: self.init(.number, Self.wholeNumbers + [.number(0.5)])
    case is UUID.Type: self.init(.uuid, [JSONSchema.uuid.example])
    case is Date.Type: self.init(.date, ["2026-03-01T12:00:00.000Z", "2126-03-01T12:00:00.000Z"])
    case is URL.Type: self.init(.url, [JSONSchema.url.example])
    case is Data.Type: self.init(JSONSchema(.string(.bytes)), ["AA==", ""])
    // No sample of a text is the identifier of a zone.
    case is TimeZone.Type: self.init(.object("TimeZone", .required("identifier", .string)), [["identifier": "GMT"]])
    case is JSONValue.Type, is RawJSON.Type: self.init(.any, Self.kinds)
    case is JSONObject.Type: self.init(.dictionary(of: .any), [[:]])
    default: return nil
    }
  }

  /// The values of an enum with raw values of JSON.
  private init?(_ rawValues: [Any]) {
    if let texts = rawValues as? [String], !texts.isEmpty {
      self.init(JSONSchema(.choice(texts)), texts.map { .string($0) })
    } else if let numbers = rawValues as? [Int], !numbers.isEmpty {
      self.init(.integer, numbers.map { .integer(Int64($0)) })
    } else {
      return nil
    }
  }

  private static func rawValues(of type: any CaseIterable.Type) -> [Any]? {
    func values<Value: CaseIterable>(_ type: Value.Type) -> [Any]? {
      let raw = Value.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as Any? }
      return raw.count == Value.allCases.count ? raw : nil
    }
    return values(type)
  }

  // MARK: Samples

  private static let texts: [JSONValue] = [
    "a", JSONSchema.uuid.example, JSONSchema.date.example, "1", "2026-03-01", "12:00", "A1B2C3D4", "ada@example.com",
    JSONSchema.url.example, "en", .string(String(repeating: "a1", count: 32)), "",
  ]
  private static let wholeNumbers: [JSONValue] = [1, 2, 0, 10, 100, 1000, -1]
  /// One value of each kind, for a type that accepts any JSON.
  static let kinds: [JSONValue] = ["a", 1, .number(0.5), true, [:], [], .null]
}
