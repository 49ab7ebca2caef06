import HTTPTypes
import Testing

@testable import Gateway

@Suite struct ForwardedFieldsTests {
  private static let stranger = ForwardedFields.Sender(peer: "203.0.113.7", isTrusted: false)
  private static let proxy = ForwardedFields.Sender(peer: "10.0.0.1", isTrusted: true)

  /// The lines of fields as they are sent.
  private static func lines(_ fields: HTTPFields) -> [String] { fields.map { "\($0.name.rawName): \($0.value)" } }

  private static func fields(_ lines: String...) -> HTTPFields {
    HTTPFields(
      lines.compactMap { line in
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts[1].drop { $0 == " " }
        return HTTPField.Name(String(parts[0])).map { HTTPField(name: $0, value: String(value)) }
      })
  }

  private static func request(_ fields: HTTPFields, from sender: ForwardedFields.Sender = stranger) -> [String] {
    lines(ForwardedFields.request(fields, from: sender, mark: "own"))
  }

  @Test func fieldsKeepTheirOrderSpellingAndRepetitions() {
    let passed = Self.request(
      Self.fields("Host: api.test", "Prefer: a", "aPiKey: k", "Cookie: x=1", "Prefer: b", "Accept-Encoding: gzip"))
    #expect(
      passed == [
        "Prefer: a", "aPiKey: k", "Cookie: x=1", "Prefer: b", "Accept-Encoding: gzip",
        "x-forwarded-for: 203.0.113.7", "x-forwarded-proto: http", "x-forwarded-host: api.test", "x-forwarded-by: own",
      ])
  }

  @Test(arguments: [
    "Connection: keep-alive", "Keep-Alive: timeout=5", "Proxy-Connection: keep-alive", "TE: trailers", "Trailer: x",
    "Transfer-Encoding: chunked", "Upgrade: h2c", "Expect: 100-continue", "Proxy-Authorization: x",
    "Host: evil.test",
  ])
  func aFieldOfOneConnectionIsNotPassedOn(_ line: String) {
    let names = Self.request(Self.fields(line)).map { $0.split(separator: ":")[0] }
    #expect(names.filter { !$0.hasPrefix("x-forwarded-") } == [])
  }

  @Test func whatConnectionNamesIsNotPassedOn() {
    let passed = Self.request(
      Self.fields("Connection: close, X-Private ,\tx-other", "x-PRIVATE: 1", "X-Other: 2", "X-Third: 3", "Host: a"))
    #expect(passed.first == "X-Third: 3")
    #expect(!passed.contains { $0.lowercased().hasPrefix("x-private") || $0.lowercased().hasPrefix("x-other") })
  }

  @Test func connectionCannotRemoveTheGatewaysOwnFields() {
    let passed = Self.request(Self.fields("Connection: x-forwarded-for, x-forwarded-by", "Host: a"))
    #expect(passed.contains("x-forwarded-for: 203.0.113.7"))
    #expect(passed.contains("x-forwarded-by: own"))
  }

  @Test func statementsOfAStrangerDoNotCount() {
    let passed = Self.request(
      Self.fields(
        "Host: a", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-Proto: https", "X-Forwarded-Host: evil",
        "X-Real-IP: 1.2.3.4",
        "Forwarded: for=1.2.3.4", "X-Forwarded-Port: 443"))
    #expect(
      passed == [
        "x-forwarded-for: 203.0.113.7", "x-forwarded-proto: http", "x-forwarded-host: a", "x-forwarded-by: own",
      ])
  }

  @Test func statementsOfATrustedProxyCount() {
    let passed = Self.request(
      Self.fields(
        "Host: a", "X-Forwarded-For: 1.2.3.4", "X-Forwarded-For: 5.6.7.8", "X-Forwarded-Proto: https",
        "X-Forwarded-Host: api.test", "X-Real-IP: 1.2.3.4"), from: Self.proxy)
    #expect(
      passed == [
        "X-Real-IP: 1.2.3.4", "x-forwarded-for: 1.2.3.4, 5.6.7.8, 10.0.0.1", "x-forwarded-proto: https",
        "x-forwarded-host: api.test", "x-forwarded-by: own",
      ])
  }

  @Test func theMarksOfOtherHostsStay() {
    let fields = Self.fields("Host: a", "X-Forwarded-By: other")
    let unmarked = ForwardedFields.request(fields, from: Self.stranger, mark: nil)
    #expect(Self.lines(unmarked).last == "x-forwarded-by: other")
    #expect(Self.request(fields).last == "x-forwarded-by: other, own")
  }

  @Test func aLengthKeepsItsPlace() {
    #expect(
      Self.request(Self.fields("Host: a", "Content-Length: 5", "Accept: b")).prefix(2) == [
        "Content-Length: 5", "Accept: b",
      ])
  }

  @Test func theUnixSocketHasNoAddress() {
    let passed = Self.request(Self.fields("Host: a"), from: .init(peer: nil, isTrusted: false))
    #expect(passed == ["x-forwarded-proto: http", "x-forwarded-host: a", "x-forwarded-by: own"])
  }

  @Test func aRequestThatCameThroughThisHostIsALoop() {
    #expect(ForwardedFields.isLoop(Self.fields("X-Forwarded-By: other, own"), mark: "own"))
    #expect(!ForwardedFields.isLoop(Self.fields("X-Forwarded-By: other, owner"), mark: "own"))
    #expect(!ForwardedFields.isLoop(Self.fields("Host: a"), mark: "own"))
    #expect(ForwardedFields.isLoop(Self.fields("X-Forwarded-By: 1,2,3,4,5,6,7,8"), mark: "own"))
  }

  @Test func aResponseKeepsAllButTheFieldsOfItsConnection() {
    let passed = ForwardedFields.response(
      Self.fields(
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Set-Cookie: a=1", "Set-Cookie: b=2", "Connection: close, X-Hop",
        "X-Hop: 1",
        "Transfer-Encoding: chunked", "Content-Length: 5", "Location: /elsewhere", "Content-Encoding: br",
        "X-Served-By: kong",
        "Access-Control-Allow-Origin: https://app.test", "Keep-Alive: timeout=5"))
    #expect(
      Self.lines(passed) == [
        "Date: Sun, 06 Nov 1994 08:49:37 GMT", "Set-Cookie: a=1", "Set-Cookie: b=2", "Location: /elsewhere",
        "Content-Encoding: br", "X-Served-By: kong", "Access-Control-Allow-Origin: https://app.test",
      ])
  }

  @Test func onlyAnUnambiguousLengthCounts() {
    #expect(ForwardedFields.length(Self.fields("Content-Length: 5")) == 5)
    #expect(ForwardedFields.length(Self.fields("Content-Length: 5", "Content-Length: 5")) == 5)
    #expect(ForwardedFields.length(Self.fields("Content-Length: 5", "Content-Length: 6")) == nil)
    #expect(ForwardedFields.length(Self.fields("Content-Length: 5", "Transfer-Encoding: chunked")) == nil)
    #expect(ForwardedFields.length(Self.fields("Content-Length: -5")) == nil)
    #expect(ForwardedFields.length(Self.fields("Date: x")) == nil)
  }
}
