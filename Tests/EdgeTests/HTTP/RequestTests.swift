import Edge
import Testing

@Suite struct RequestTests {
  @Test(
    arguments: [
      ("", []), ("/", []), ("/tasks/1", ["tasks", "1"]), ("/a%20b/c+d", ["a b", "c+d"]), ("/%E6%97%A5", ["日"]),
      ("//a//b/", ["a", "b"]), ("/a%2Fb", ["a/b"]), ("/%zz/%4", ["%zz", "%4"]), ("/%ff", ["%ff"]),
    ] as [(String, [String])])
  func pathSegments(_ path: String, _ segments: [String]) {
    #expect(Request(path: path).pathSegments == segments)
  }

  @Test(
    arguments: [
      (nil, []), ("", []), ("a=1&b=2", ["a:1", "b:2"]), ("a=1&a=2", ["a:1", "a:2"]), ("a", ["a:"]), ("a=", ["a:"]),
      ("=v", [":v"]), ("&&a=1&", ["a:1"]), ("a=b=c", ["a:b=c"]), ("q=a+b%20c%2B", ["q:a b c+"]),
      ("%E6%97%A5=%F0%9F%98%80", ["日:😀"]), ("a=%zz", ["a:%zz"]), ("a=%FF", ["a:%FF"]), ("a=1;b=2", ["a:1;b=2"]),
    ] as [(String?, [String])])
  func query(_ raw: String?, _ expected: [String]) {
    let request = Request(rawQuery: raw)
    #expect(request.query.map { "\($0.name):\($0.value)" } == expected)
  }

  @Test func theFirstValueOfAName() {
    let request = Request(rawQuery: "q=1&q=2&empty")
    #expect(request.query("q") == "1")
    #expect(request.query("empty")?.isEmpty == true)
    #expect(request.query("none") == nil)
  }

  @Test func percentEncoding() {
    #expect(PercentEncoding.decode("a%2fb%2F", plusIsSpace: false) == "a/b/")
    #expect(PercentEncoding.decode("a+b", plusIsSpace: false) == "a+b")
    #expect(PercentEncoding.decode("a+b", plusIsSpace: true) == "a b")
    #expect(PercentEncoding.decode("%00", plusIsSpace: false) == "\0")
    for broken in ["%", "%4", "%4g", "%g4", "a%", "%%41", "%ff", "%c0%af", "%ed%a0%80", "%e2%82", "%+1", "% 1"] {
      #expect(PercentEncoding.decode(broken, plusIsSpace: false) == nil, "\(broken)")
    }
  }
}
