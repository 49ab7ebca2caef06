import Edge
import Foundation

/// The members and types of a route in the app's model.
struct RouteModel: Decodable {
  /// The beginning or the end of a journey.
  struct Place: Codable, Equatable {
    /// In degrees, -90 to 90.
    let latitude: Double
    /// In degrees, -180 to 180.
    let longitude: Double
    let address: String?

    enum CodingKeys: String, CodingKey { case latitude, longitude, address }
  }

  let origin: Place
  let destination: Place
  /// In the app's unit.
  let distance: Double
  /// In seconds.
  let duration: Double
  let transportMode: String
  let estimatedArrival: Date

  enum CodingKeys: String, CodingKey {
    case origin, destination, distance, duration
    case transportMode = "transport_mode"
    case estimatedArrival = "estimated_arrival"
  }
}
