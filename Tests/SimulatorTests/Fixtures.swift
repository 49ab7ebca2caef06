import Cryptography
import Foundation
import Wire

@testable import Simulator

/// 2026-01-01T00:00:00Z.
let noon: Int64 = 1_767_225_600

func base64URL(_ bytes: some Sequence<UInt8>) -> String {
  Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    .replacingOccurrences(of: "=", with: "")
}

/// A provider token, signed with the key, or without a key with 64 fixed bytes.
func providerToken(
  key: P256PrivateKey? = nil, keyID: String? = "KEY1234567", team: String? = "TEAM123456",
  issuedAt: Int64 = noon, algorithm: String = "ES256"
) throws -> String {
  let header = #"{"alg":"\#(algorithm)"\#(keyID.map { #","kid":"\#($0)""# } ?? "")}"#
  let claims = #"{"iat":\#(issuedAt)\#(team.map { #","iss":"\#($0)""# } ?? "")}"#
  let signed = base64URL(header.utf8) + "." + base64URL(claims.utf8)
  let signature = try key.map { try $0.signature(for: Array(signed.utf8)) }
  return signed + "." + base64URL(signature ?? Array(repeating: 7, count: 64))
}

/// A valid push.
func validPush(issuedAt: Int64 = noon) throws -> ReceivedPush {
  var request = ReceivedPush()
  request.method = "POST"
  request.path = "/3/device/" + String(repeating: "aB", count: 32)
  request.id = "8a5b9e0e-6c1b-4a75-9c3b-0d6f4a1e2b3c"
  request.topic = "com.example.app"
  request.pushType = "alert"
  request.priority = "10"
  request.expiration = "0"
  request.collapseID = "match"
  request.authorization = "bearer " + (try providerToken(issuedAt: issuedAt))
  request.body = Array(#"{"aps":{"alert":{"title":"Match","body":"Pizza"}}}"#.utf8)
  return request
}

/// A payload of exactly `bytes` bytes.
func payload(bytes: Int) -> [UInt8] { Array(#"{"a":"\#(String(repeating: "x", count: bytes - 8))"}"#.utf8) }

/// A simulation of a sandbox with one connection.
struct Bench {
  var simulation: Simulation
  var connection: Simulation.Connection

  init(_ configure: (inout SimulatorConfiguration) -> Void = { _ in }) {
    var configuration = SimulatorConfiguration(folder: "unused")
    configure(&configuration)
    simulation = Simulation(configuration)
    connection = simulation.open().0
  }

  mutating func reconnect() { connection = simulation.open().0 }

  @discardableResult
  mutating func take(_ request: ReceivedPush, at seconds: Int64 = noon) -> Simulation.Reply {
    simulation.take(request, on: &connection, now: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// `200`, or status and reason.
  mutating func verdict(_ request: ReceivedPush, at seconds: Int64 = noon) -> String {
    guard let answer = take(request, at: seconds).answer else { return "none" }
    let reason = answer.body.flatMap { jsonValue(Array($0.utf8))?["reason"]?.string }
    return reason.map { "\(answer.status) \($0)" } ?? "\(answer.status)"
  }

  mutating func verdict(_ change: (inout ReceivedPush) throws -> Void) throws -> String {
    var request = try validPush()
    try change(&request)
    return verdict(request)
  }
}

/// Parses JSON; nil for another text.
func jsonValue(_ bytes: [UInt8]) -> JSONValue? { try? JSONScanner.value(of: bytes) }
