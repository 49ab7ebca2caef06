import Edge
import Foundation

/// A stored route as JSON, with the members and types of the app's model.
///
/// Users may also insert shares at their project's own REST address, so ``RouteData`` need not have checked a stored
/// route. Members that the model does not have are kept.
struct StoredRoute: Decodable {
  /// The most bytes of a route, as JSON text in UTF-8.
  static let maximumBytes = KeptJSON.maximumBytes

  /// The deepest nesting of a route, so that a list with it stays within the depth that clients can read.
  private static let maximumDepth = 64

  let json: RawJSON
  let model: RouteModel

  init(from decoder: any Decoder) throws {
    model = try RouteModel(from: decoder)
    json = try RawJSON(from: decoder)
    guard try json.value.isNested(atMost: Self.maximumDepth) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "Nested deeper than \(Self.maximumDepth)"))
    }
  }
}

extension StoredRoute {
  /// The route of a row's column.
  init(_ row: Row) throws {
    self = try Wire.decode(StoredRoute.self, from: Array(row.get("route_data", as: String.self).utf8))
  }
}
