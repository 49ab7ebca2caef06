import Edge
import Foundation

/// A journey in the app's format. Numbers keep their spelling: 1800 does not become 1800.0.
struct RouteData: Codable {
  let origin: Place
  let destination: Place
  /// In the app's unit.
  let distance: JSONValue
  /// In seconds.
  let duration: JSONValue
  let transportMode: String
  let estimatedArrival: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    origin = try container.decode(Place.self, forKey: .origin)
    destination = try container.decode(Place.self, forKey: .destination)
    distance = try container.decode(.distance, expecting: "a number that is not negative") { $0.isNumber(in: 0...) }
    duration = try container.decode(.duration, expecting: "a number that is not negative") { $0.isNumber(in: 0...) }
    // The document names one mode, "driving"; others are the app's own, and not checked.
    transportMode = try container.decode(.transportMode, expecting: "1 to 32 letters, digits, _ or -") {
      (1...32).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isWord)
    }
    estimatedArrival = try container.decode(Date.self, forKey: .estimatedArrival)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  enum CodingKeys: String, CodingKey {
    case origin, destination, distance, duration
    case transportMode = "transport_mode"
    case estimatedArrival = "estimated_arrival"
  }
}

/// The beginning or the end of a journey.
struct Place: Codable {
  /// In degrees, -90 to 90.
  let latitude: JSONValue
  /// In degrees, -180 to 180.
  let longitude: JSONValue
  let address: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latitude = try container.decode(.latitude, expecting: "a number from -90 to 90") { $0.isNumber(in: -90...90) }
    longitude = try container.decode(.longitude, expecting: "a number from -180 to 180") { $0.isNumber(in: -180...180) }
    guard try container.decodeIfPresent(String.self, forKey: .address) != nil else {
      address = nil
      return
    }
    // Postgres cannot store a zero byte.
    address = try container.decode(.address, expecting: "at most 500 characters, none of them U+0000") {
      $0.unicodeScalars.count <= 500 && !$0.utf8.contains(0)
    }
  }
}

extension JSONValue {
  fileprivate func isNumber(in range: some RangeExpression<Double>) -> Bool { double.map(range.contains) ?? false }
}

extension KeyedDecodingContainer {
  /// A value that meets a condition. The error of another value names its path.
  fileprivate func decode<Value: Decodable>(
    _ key: Key, expecting rule: String, _ isValid: (Value) -> Bool
  ) throws -> Value {
    let value = try decode(Value.self, forKey: key)
    guard isValid(value) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Expected \(rule)")
    }
    return value
  }
}
