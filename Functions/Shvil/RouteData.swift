import Edge
import Foundation

/// A journey in the app's format, kept as it came.
struct RouteData: Codable, SchemaProviding {
  static let jsonSchema = JSONSchema.object(
    "RouteData", .required("origin", place), .required("destination", place), .required("distance", .number),
    .required("duration", .number), .required("transport_mode", .string), .required("estimated_arrival", .date))
  private static let place = JSONSchema.object(
    "Place", .required("latitude", .number), .required("longitude", .number), .optional("address", .string.nullable))

  let json: KeptJSON
  let model: RouteModel

  init(from decoder: any Decoder) throws {
    _ = try RouteRules(from: decoder)
    model = try RouteModel(from: decoder)
    json = try KeptJSON(from: decoder)
  }

  func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// The rules of the members that the app's model has. Other members are the app's own.
private struct RouteRules: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RouteModel.CodingKeys.self)
    for end in [RouteModel.CodingKeys.origin, .destination] { _ = try container.decode(PlaceRules.self, forKey: end) }
    for key in [RouteModel.CodingKeys.distance, .duration] {
      _ = try container.decode(key, expecting: "a number that is not negative") { (number: Double) in number >= 0 }
    }
    // The document names one mode, "driving"; others are the app's own, and not checked.
    _ = try container.decode(.transportMode, expecting: "1 to 32 letters, digits, _ or -") { (mode: String) in
      (1...32).contains(mode.utf8.count) && mode.utf8.allSatisfy(Self.isWord)
    }
    _ = try container.decode(Date.self, forKey: .estimatedArrival)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The rules of the beginning or the end of a journey.
private struct PlaceRules: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RouteModel.Place.CodingKeys.self)
    _ = try container.decodeDegrees(.latitude, upTo: 90)
    _ = try container.decodeDegrees(.longitude, upTo: 180)
    _ = try container.decodeTextIfPresent(.address, 0...500)
  }
}
