import Edge
import Foundation
import SwiftletTesting
import Testing

/// A share's route is stored and shown as it came.
@Suite struct KeptRouteTests {
  private static let known = #"""
    "origin":{"latitude":37.77490,"longitude":-122.4194,"floor":{"name":"2 ½"}},"destination":{"longitude":2,"latitude":1e1},\#
    "distance":5.20,"duration":1800,"transport_mode":"driving","estimated_arrival":"2026-03-01T13:30:00+01:00"
    """#

  private func share(_ route: String, on host: TestHost, by user: UUID = UUID()) async throws -> TestResponse {
    let body = #"{"route_data":\#(route),"recipients":["\#(UUID().text)"],"expires_at":"2026-03-01T13:00:00Z"}"#
    return try await host.request(
      .post, "/functions/v1/share_eta", as: .user(user), headers: [.contentType: "application/json"],
      body: [UInt8](body.utf8))
  }

  @Test func unknownMembersTheDatesTextAndTheSpellingOfNumbersAreKept() async throws {
    try await withApps { host in
      let user = UUID()
      let route = #"{"zoom":[1,{"b":null,"a":12345678901234567890}],\#(Self.known),"é":"\n\"\\😀","x":-0.0}"#
      let made = try await share(route, on: host, by: user)
      #expect(made.status == 200)
      let listed = try await host.call("eta_shares", as: .user(user))
      guard host.database.dialect == .sqlite else {
        // jsonb orders members, and writes 1e1 as 10; 5.20 and the large number stay.
        for response in [made, listed] {
          for kept in [
            "12345678901234567890", "5.20", "37.77490", #""floor":{"name":"2 ½"}"#, #""2026-03-01T13:30:00+01:00""#,
            #""é":"\n\"\\😀""#, #""b":null"#,
          ] { #expect(response.text.contains(kept), "\(kept)") }
        }
        return
      }
      #expect(made.text.contains(#""route_data":\#(route),"#))
      #expect(listed.text == "[\(made.text)]")
    }
  }

  @Test func requestsToTheTableKeepTheRouteToo() async throws {
    try await withApps { host in
      let user = UUID()
      let made = try await share("{\(Self.known)}", on: host, by: user)
      let id = try #require(made.json["id"]?.string)
      let target = "/rest/v1/eta_shares?id=eq.\(id)&select=id,route_data"
      let headers: HTTPFields = [
        .contentType: "application/json", try #require(HTTPField.Name("Prefer")): "return=representation",
      ]
      let body = #" { "route_data": {"x":12345678901234567890,\#(Self.known)} } "#
      let changed = try await host.request(
        .patch, target, as: .user(user), headers: headers, body: [UInt8](body.utf8))
      #expect(changed.status == 200)
      for kept in ["12345678901234567890", "5.20", "37.77490"] { #expect(changed.text.contains(kept), "\(kept)") }
      guard host.database.dialect == .sqlite else { return }
      #expect(
        changed.text == #"[{"id":"\#(id)","route_data":{"x":12345678901234567890,\#(Self.known)}}]"#)
    }
  }

  @Test(arguments: [
    #""x":[\#(Array(repeating: "0e-300", count: 60).joined(separator: ","))]"#, #""x":-0.00E-99999"#, #""x":0e0"#,
    #""x":1e309"#, #""x":1e-400"#, #""x":1.2e308"#, #""x":"a\u0000b""#, #""a\u0000":1"#,
    #""x":"\#(String(repeating: "x", count: 17_000))""#,
    #""x":[\#(Array(repeating: "1e300", count: 100).joined(separator: ","))]"#,
    #""x":\#(String(repeating: "[", count: 63) + String(repeating: "]", count: 63))"#,
  ])
  func valuesThatATableCannotHoldAreRefused(member: String) async throws {
    try await withApps { host in
      let answer = try await Answer(share("{\(Self.known),\(member)}", on: host))
      #expect((answer.status, answer.code) == (400, "VALIDATION_ERROR"))
      #expect(answer.json?["error"]?["details"]?["path"]?.string?.hasPrefix("$.route_data") == true)
      #expect(try await host.count("SELECT count(*) FROM eta_shares") == 0)
    }
  }

  @Test(arguments: [
    #""x":1e308"#, #""x":2.3e-308"#, #""x":[0,-0.0,10e5,1e05,"0e-3","\"0e-3",true]"#,
    #""x":\#(String(repeating: "[", count: 62) + "1" + String(repeating: "]", count: 62))"#,
    #""x":"\#(String(repeating: "é", count: 7800))""#,
    #""x":[\#(Array(repeating: "1e300", count: 50).joined(separator: ","))]"#,
    #""x":[\#(Array(repeating: "[]", count: 3900).joined(separator: ","))]"#,
  ])
  func theLargestValuesAreStored(member: String) async throws {
    try await withApps { host in
      let user = UUID()
      let made = try await share("{\(Self.known),\(member)}", on: host, by: user)
      let listed = try await host.call("eta_shares", by: user)
      #expect(made.status == 200)
      #expect(listed.json?.array?.count == 1)
    }
  }
}
