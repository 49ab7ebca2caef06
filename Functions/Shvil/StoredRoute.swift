import Edge
import Foundation

/// A stored route as JSON, checked for the members and the types that the app's model has.
///
/// Users may also insert shares at their project's own REST address, so a stored route need not have passed ``RouteData``. Members that the
/// model does not have travel along.
struct StoredRoute: Decodable {
  /// The most that a route takes, as JSON text in UTF-8. What ``RouteData`` lets in takes less than half of it.
  static let maximumBytes = 16_384

  /// How deep a route may nest, so that a list with it stays within what readers take.
  private static let maximumDepth = 64

  let json: JSONValue

  private struct Model: Decodable {
    struct Place: Decodable {
      let latitude: Double
      let longitude: Double
      let address: String?
    }

    let origin: Place
    let destination: Place
    let distance: Double
    let duration: Double
    let transportMode: String
    let estimatedArrival: Date

    enum CodingKeys: String, CodingKey {
      case origin, destination, distance, duration
      case transportMode = "transport_mode"
      case estimatedArrival = "estimated_arrival"
    }
  }

  init(from decoder: any Decoder) throws {
    _ = try Model(from: decoder)
    json = try JSONValue(from: decoder)
    guard json.isNested(atMost: Self.maximumDepth) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Nested deeper than \(Self.maximumDepth)"))
    }
  }
}

extension JSONValue {
  /// Whether arrays and objects nest no deeper: `[[1]]` is two deep.
  fileprivate func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .object(let members): depth > 0 && members.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    default: true
    }
  }
}
