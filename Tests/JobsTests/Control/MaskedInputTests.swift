import Edge
import Testing

@testable import Jobs

@Suite struct MaskedInputTests {
  @Test func theStructureStaysAndSensitiveValuesAreMasked() {
    #expect(
      MaskedInput.text(
        of: #"{"id":"5f","n":3,"apiKey":"abc","user":{"email":"a@b.c","PIN":1234},"tokens":["a"],"device_token":null}"#)
        == #"{"id":"5f","n":3,"apiKey":"***","user":{"email":"***","PIN":"***"},"tokens":"***","device_token":null}"#)
  }

  @Test func textsThatLookLikeTokensAreMaskedUnderAnyName() {
    let long = String(repeating: "a", count: 201)
    #expect(
      MaskedInput.text(of: #"{"a":"eyJhbGciOiJIUzI1NiJ9","b":"sb_secret_x","c":"\#(long)","d":"plain","e":["bob"]}"#)
        == #"{"a":"***","b":"***","c":"***","d":"plain","e":["***"]}"#)
  }

  @Test func theSpellingOfNumbersStays() {
    #expect(
      MaskedInput.text(of: #"{ "amount" : 5.20, "big":12345678901234567890.10, "e":1E400, "ok":true,"none":null}"#)
        == #"{"amount":5.20,"big":12345678901234567890.10,"e":1E400,"ok":true,"none":null}"#)
  }

  @Test(arguments: [
    #"{"session_id":"5f0c","count":3,"apiKey":"abc","user":{"email":"a@b.c","plan":"pro","PIN":1234}}"#,
    #"{"tokens":["a","b"],"items":[{"phone-number":"1","sku":"x"}],"device_token":null}"#,
    #"{"a":"eyJhbGciOiJIUzI1NiJ9","b":"sb_secret_x","d":"plain \"text\" \u00e9"}"#, #""anything""#, "17", "[]", "{}",
    #"{"recipients":["bob"],"byUser":{"bob@example.com":1}}"#, #"{"pass\u0077ord":"x"}"#, #"[[1,"two",{"three":[4]}]]"#,
  ])
  func itAgreesWithTheMaskOfValues(_ input: String) throws {
    let value = try Wire.decode(JSONValue.self, from: Array(input.utf8))
    let masked = try Wire.decode(JSONValue.self, from: Array(MaskedInput.text(of: input).utf8))
    #expect(masked == InputMask.masked(value))
  }

  @Test func keysThatAreMaskedDiffer() {
    #expect(MaskedInput.text(of: #"{"a@b.c":1,"d@e.f":2}"#) == #"{"***":1,"***2":2}"#)
    #expect(MaskedInput.text(of: #"{"a@b.c":1,"***":2,"***2":3}"#) == #"{"***":1,"***2":2,"***3":3}"#)
  }

  @Test func aCutTextIsMaskedWhereItEnds() {
    let input = #"{"note":"hello","password":"secret","list":[1,2,{"user":"ada"}]}"#
    for length in 0..<input.count {
      let masked = MaskedInput.text(of: String(input.prefix(length)))
      #expect(!masked.contains("secr"), "\(masked)")
    }
    #expect(MaskedInput.text(of: #"{"note":"hel"#) == #"{"note":"***""#)
    #expect(MaskedInput.text(of: input, limit: 10) == #"{"note":"h…"#)
  }

  @Test(arguments: [
    "{", "[", "\"", "{\"", "{\"a", "{\"a\"", "{\"a\":", "}", "]", "{]", "[}", ",", ":", "{\"a\" 1}", "\\", "nul",
  ])
  func noTextTraps(_ text: String) { _ = MaskedInput.text(of: text) }

  @Test func deepNestingEnds() {
    #expect(MaskedInput.text(of: String(repeating: "[", count: 100_000)).count < 1000)
  }
}
