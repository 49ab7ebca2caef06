import Edge
import FoundationEssentials
import NIOCore

/// A client of a simulator's inspection routes: reads the pushes that it has received.
struct SimulatorInspector: Sendable {
  let http: HTTPClient
  /// The simulator's address: `https://127.0.0.1:2197`.
  let url: String
  let caFile: String?

  /// The received pushes that the simulator still keeps, in their order.
  ///
  /// - Throws: ``Failure`` if the server at the address is no simulator.
  func arrived() async throws -> [DemoPush] {
    var request = HTTPClient.Request(url: "\(url)/_simulator/notifications?limit=1000")
    request.caFile = caFile
    request.maximumResponseSize = 16 << 20
    let response = try await http.send(request)
    guard response.status == .ok else {
      throw Failure(.failed, "The server at \(url) is not a simulator: it answered with status \(response.status.code)")
    }
    return try Wire.decode(Page.self, from: [UInt8](buffer: response.body)).notifications.compactMap(\.push)
  }

  private struct Page: Decodable {
    let notifications: [Arrival]
  }

  private struct Arrival: Decodable {
    let id: String
    let token: String?
    let topic: String
    let type: String
    let payload: JSONValue

    enum CodingKeys: String, CodingKey {
      case id = "apns_id"
      case token, topic, type, payload
    }

    var push: DemoPush? {
      token.map { DemoPush(apnsID: id, token: $0, topic: topic, type: type, payload: payload) }
    }
  }
}
