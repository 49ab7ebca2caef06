import Testing

@testable import Wire

/// Small operations on texts.
@Suite struct TextTests {
  @Test func theFolderAndTheNameOfAPath() {
    for (path, folder, name) in [
      ("/var/lib/data", "/var/lib", "data"), ("/var/lib/data/", "/var/lib", "data"), ("/data", "/", "data"),
      ("//data", "/", "data"), ("a/b", "a", "b"), ("a//b", "a", "b"), ("data", "", "data"), ("b", "", "b"),
      ("-", "", "-"),
      ("/", "", ""), ("", "", ""),
    ] {
      #expect(path.pathFolder == folder, "\(path)")
      #expect(path.pathName == name, "\(path)")
    }
  }

  @Test func whiteSpaceAtTheEndsIsLeftOut() {
    #expect(" \t a b\n".trimmed == "a b")
    #expect("a".trimmed == "a")
    #expect(" \n".trimmed == "")
    #expect("".trimmed == "")
  }

  @Test func aTextIsFoundInWhateverCase() {
    #expect("Like_Option".containsIgnoringCase("OPTION"))
    #expect(!"like".containsIgnoringCase("likes"))
  }

  @Test func aTextIsPercentEncoded() {
    #expect(PercentEncoding.encode("a-b._~Z9") == "a-b._~Z9")
    #expect(PercentEncoding.encode("a b/ü%+") == "a%20b%2F%C3%BC%25%2B")
    #expect(PercentEncoding.encode("a/b?c", keeping: "/") == "a/b%3Fc")
    let all = String(decoding: Array(0...127 as ClosedRange<UInt8>), as: UTF8.self) + "é🎉"
    #expect(PercentEncoding.decode(PercentEncoding.encode(all), plusIsSpace: true) == all)
  }
}
