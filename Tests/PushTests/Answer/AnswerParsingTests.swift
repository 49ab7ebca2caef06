import Foundation
import SeededRandom
import Testing

@testable import Push

@Suite struct AnswerParsingTests {
  private func answer(_ body: String, status: Int = 400, _ headers: [String: String] = [:]) -> PushAnswer {
    PushAnswer(status: status, body: Array(body.utf8)) { headers[$0] }
  }

  @Test func allFieldsAreRead() {
    let read = answer(
      #"{"reason":"Unregistered","timestamp":1700000000123,"more":[{"deep":1}]}"#, status: 410,
      [
        "apns-id": "EC1BF194-B3B2-424A-89A9-5A918A6E6B5C", "apns-unique-id": "0b6d9a1c-0000-4000-8000-aaaabbbbcccc",
        "retry-after": "30",
      ])
    #expect(
      read
        == PushAnswer(
          status: 410, reason: "Unregistered", timestamp: Date(timeIntervalSince1970: 1_700_000_000.123),
          id: UUID(uuidString: "ec1bf194-b3b2-424a-89a9-5a918a6e6b5c"),
          uniqueID: "0b6d9a1c-0000-4000-8000-aaaabbbbcccc", retryAfter: .seconds(30)))
    let broadcast = answer("", status: 200, ["apns-request-id": "ec1bf194-b3b2-424a-89a9-5a918a6e6b5c"])
    #expect(broadcast == PushAnswer(status: 200, id: UUID(uuidString: "ec1bf194-b3b2-424a-89a9-5a918a6e6b5c")))
  }

  @Test func oneFieldIsReadWithoutTheOther() {
    #expect(answer(#"{"reason":"BadTopic"}"#) == PushAnswer(status: 400, reason: "BadTopic"))
    #expect(
      answer(#"{"reason":7,"timestamp":1000}"#) == PushAnswer(status: 400, timestamp: Date(timeIntervalSince1970: 1)))
    #expect(answer(#"{"reason":"A","timestamp":"x"}"#) == PushAnswer(status: 400, reason: "A"))
    #expect(answer(#" {"reason":null,"timestamp":null} "#) == PushAnswer(status: 400))
  }

  @Test(arguments: [
    "", "{", "null", "[]", "[[]]", "\"reason\"", "<html>502 Bad Gateway</html>", #"{"reason":"a\nb"}"#,
    #"{"reason":""}"#, #"{"reason":"Bad Topic"}"#, #"{"reason":"Größe"}"#, "{\"reason\":\"\u{1}\"}",
    #"{"timestamp":-1}"#, #"{"timestamp":1e400}"#, #"{"timestamp":253402300800000}"#, #"{"timestamp":1e300}"#,
    "{\"reason\":\"\(String(repeating: "a", count: 65))\"}", "{\"reason\":\"BadTopic\"}\0",
    "{\"reason\":\"BadTopic\"}" + String(repeating: " ", count: 4097 - 21),
    String(repeating: "[", count: 4000), #"{"reason":"A","x":"# + String(repeating: "[", count: 1500),
    String(repeating: #"{"a":"#, count: 600) + "1" + String(repeating: "}", count: 600),
    "]]]]]]]]" + String(repeating: "[", count: 600),
  ])
  func garbageIsLeftOut(body: String) {
    #expect(answer(body) == PushAnswer(status: 400))
  }

  @Test func boundsAreExact() {
    let long = String(repeating: "a", count: 64)
    #expect(answer("{\"reason\":\"\(long)\"}").reason == long)
    #expect(answer("{\"reason\":\"BadTopic\"}" + String(repeating: " ", count: 4096 - 21)).reason == "BadTopic")
    func nested(_ depth: Int) -> String {
      #"{"reason":"A","x":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    }
    #expect(answer(nested(16)).reason == "A")
    #expect(answer(nested(17)).reason == nil)
    #expect(answer(#"{"timestamp":253402300799999}"#).timestamp != nil)
    // Brackets and quotes inside strings do not count.
    #expect(answer(#"{"x":"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[","reason":"A"}"#).reason == "A")
  }

  @Test func onlyUTF8IsRead() {
    for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian] {
      let body = #"{"reason":"BadTopic"}"#.data(using: encoding).map(Array.init) ?? []
      #expect(body.count > 40)
      #expect(PushAnswer(status: 400, body: body) { _ in nil } == PushAnswer(status: 400))
    }
  }

  @Test func randomBytesDoNotCrash() {
    var generator = SeededGenerator(state: 1)
    let pieces = ["{", "}", "[", "]", "\"", "\\", ",", ":", "reason", "timestamp", "1", "e9", "\u{0}", "\u{FF}", "∢"]
    for _ in 0..<500 {
      let length = Int.random(in: 0..<1200, using: &generator)
      let text = (0..<length).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
      _ = answer(text)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      _ = PushAnswer(status: 400, body: bytes) { _ in nil }
    }
    // UTF-16 text in which a character contains the byte of a quote, so that a byte-wise scan misses the brackets.
    let hidden = "[\"\u{0122}\"," + String(repeating: "[", count: 900)
    _ = PushAnswer(status: 400, body: hidden.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) { _ in nil }
    _ = PushAnswer(status: 400, body: hidden.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) { _ in nil }
  }

  @Test(arguments: [
    ("0", 0), ("86400", 86_400), ("86401", nil), ("-1", nil), ("", nil), ("1.5", nil), ("99999999999999999999", nil),
    ("Fri, 31 Dec 1999 23:59:59 GMT", nil),
  ])
  func retryAfterIsSeconds(value: String, seconds: Int?) {
    #expect(answer("", ["retry-after": value]).retryAfter == seconds.map { .seconds($0) })
  }

  @Test func malformedIdsAreLeftOut() {
    #expect(answer("", ["apns-id": "no", "apns-unique-id": "a b"]) == PushAnswer(status: 400))
    #expect(answer("", ["apns-unique-id": String(repeating: "a", count: 65)]) == PushAnswer(status: 400))
  }
}
