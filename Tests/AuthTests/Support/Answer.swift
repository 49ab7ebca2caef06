import Edge
import Foundation
import HTTPTypes
import NIOCore
import Testing
import Wire

/// A response of sign-in.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPFields
  let json: JSONValue

  init(_ response: Response) {
    status = response.status.code
    headers = response.headers
    let bytes = if case .bytes(let bytes) = response.body.content { [UInt8](buffer: bytes) } else { [UInt8]() }
    json = (try? Wire.decode(JSONValue.self, from: bytes)) ?? .null
  }

  /// `400 invalid_credentials`: the status and the error's code.
  var verdict: String { "\(status) \(json["error_code"]?.string ?? "-")" }

  subscript(_ field: String) -> String? { HTTPField.Name(field).flatMap { headers[$0] } }
}

/// A session that a client holds.
struct SignedIn: Sendable {
  let access: String
  let refresh: String
  let user: JSONValue
  let json: JSONValue

  init(_ answer: Answer, _ location: SourceLocation = #_sourceLocation) throws {
    try #require(answer.status == 200, "\(answer.json)", sourceLocation: location)
    json = answer.json
    access = try #require(json["access_token"]?.string)
    refresh = try #require(json["refresh_token"]?.string)
    user = try #require(json["user"])
  }

  var userID: String { user["id"]?.string ?? "" }

  /// The claims of the access token.
  var claims: JSONObject {
    let payload = access.split(separator: ".").dropFirst().first.flatMap { Base64URL.decode($0.utf8) } ?? []
    return (try? Wire.decode(JSONObject.self, from: payload)) ?? [:]
  }
}
