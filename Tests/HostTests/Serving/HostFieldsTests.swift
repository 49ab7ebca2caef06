import Edge
import Foundation
import HTTPTypes
import Testing

@testable import Host

/// The fields that the host adds to a function's response.
@Suite struct HostFieldsTests {
  private static let id = InvocationID(at: Date(timeIntervalSince1970: 1_700_000_000))

  private func lines(_ response: Response, _ host: HostFields) -> [String] {
    var lines: [String] = []
    host.forEach(
      of: response.headers, isForwarded: false, status: response.status.code,
      passed: { lines.append("\($0.name.rawName): \($0.value)") },
      added: { lines.append("\($0.rawName): \($1)") })
    return lines
  }

  @Test func theHostsFieldsFollowTheFunctions() {
    let host = HostFields(id: Self.id, servedBy: "swiftlet/here", traceparent: "00-a-b-01")
    #expect(
      lines(.text("hello"), host) == [
        "Content-Type: text/plain;charset=UTF-8", "x-served-by: swiftlet/here", "traceparent: 00-a-b-01",
        "Access-Control-Allow-Origin: *",
      ])
  }

  /// No page of another origin reads the answers of the host's own routes.
  @Test func withoutSharingNoFieldOfCORSIsLeft() {
    var response = Response.noContent
    response.headers = [
      .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "x", .accessControlMaxAge: "1", .allow: "GET",
    ]
    let host = HostFields(id: Self.id, servedBy: "swiftlet/here", isShared: false)
    #expect(lines(response, host) == ["Allow: GET", "x-served-by: swiftlet/here"])
  }

  @Test func aFunctionsValueNeedNotBeUTF8() throws {
    let value: [UInt8] = [0x61, 0xe9]
    var response = Response.noContent
    response.headers.append(HTTPField(name: .server, value: value))
    let completed = response.completed(HostFields(id: Self.id, servedBy: "swiftlet/here"))
    let field = try #require(completed.headers.first { $0.name == .server })
    let bytes = unsafe field.withUnsafeBytesOfValue { unsafe Array($0) }
    #expect(bytes == value)
  }

  /// A function cannot set the host's fields.
  @Test func theHostsFieldsTakeThePlaceOfTheFunctions() throws {
    var response = Response.noContent
    for name in ["SB-Request-ID", "X-Served-By", "Traceparent"] {
      response.headers[try #require(HTTPField.Name(name))] = "mine"
    }
    response.headers[.accessControlAllowOrigin] = "https://app"
    let host = HostFields(id: Self.id, servedBy: "swiftlet/here", traceparent: "00-a-b-01")
    #expect(
      lines(response, host) == [
        "Access-Control-Allow-Origin: https://app", "x-served-by: swiftlet/here", "traceparent: 00-a-b-01",
      ])
    let untraced = HostFields(id: Self.id, servedBy: "swiftlet/here")
    let kit = response.completed(untraced).headers
    #expect(kit[values: .requestID] == ["\(Self.id)"] && kit[values: .servedBy] == ["swiftlet/here"])
    #expect(
      kit[values: try #require(HTTPField.Name("traceparent"))] == ["mine"]
        && kit[values: .accessControlAllowOrigin] == ["https://app"])
  }
}
