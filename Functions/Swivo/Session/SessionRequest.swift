import Edge
import Foundation

/// A request for a session: its id, and how to wait for a change.
struct SessionRequest {
  /// The longest wait in seconds. Proxies end requests after a minute.
  static let longestWait = 55

  let sessionID: UUID
  /// The longest time to wait for a change; zero answers at once.
  let wait: Duration
  /// Whether the changes are sent as server-sent events.
  let isStream: Bool

  var waits: Bool { isStream || wait > .zero }

  /// Reads the id from the body, or from the query of a GET.
  init(_ request: Request) async throws {
    if [.get, .head].contains(request.method), let text = request.query("session_id") {
      guard let id = UUID(uuidString: text) else {
        throw FunctionError.validation("session_id must be a UUID", details: ["path": "session_id"])
      }
      sessionID = id
    } else {
      sessionID = try await request.decode(Reference.self, upTo: 16 << 10).sessionID
    }
    wait = try request.query("wait").map(Self.wait) ?? .zero
    isStream = request.headers[values: .accept].flatMap { $0.split(separator: ",") }.contains(where: Self.asksForEvents)
  }

  /// Whether an element of `Accept` asks for server-sent events. One with the weight 0 refuses them (RFC 9110,
  /// section 12.4.2).
  private static func asksForEvents(_ element: Substring) -> Bool {
    let parts = element.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
    guard parts.first == "text/event-stream" else { return false }
    return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
  }

  private static func wait(_ text: String) throws(FunctionError) -> Duration {
    guard let seconds = Int(text), (0...longestWait).contains(seconds) else {
      throw .validation("wait must be a number of seconds from 0 to \(longestWait)", details: ["path": "wait"])
    }
    return .seconds(seconds)
  }

  /// `{"session_id"}`, or `{"p_session_id"}` as the parameters of database functions are named.
  private struct Reference: Decodable {
    let sessionID: UUID

    enum CodingKeys: String, CodingKey {
      case sessionID = "session_id"
      case parameter = "p_session_id"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let key = container.contains(.parameter) ? CodingKeys.parameter : .sessionID
      sessionID = try container.decode(UUID.self, forKey: key)
    }
  }
}
