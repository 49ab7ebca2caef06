import Edge
import Foundation

/// A stored route as JSON, with the members and types of the app's model.
///
/// Users may also insert shares at their project's own REST address, so ``RouteData`` need not have checked a stored
/// route. Members that the model does not have are kept.
struct StoredRoute: Decodable {
  /// The most bytes of a route, as JSON text in UTF-8. A route that ``RouteData`` accepts has less than half of that.
  static let maximumBytes = 16_384

  /// The deepest nesting of a route, so that a list with it stays within the depth that clients can read.
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
