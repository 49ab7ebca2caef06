import Edge
import Testing

@Suite struct ServerSentEventTests {
  @Test(arguments: [
    ("x", "data: x\n\n"), ("", "data: \n\n"), ("a\nb", "data: a\ndata: b\n\n"), ("a\r\nb", "data: a\ndata: b\n\n"),
    ("a\rb", "data: a\ndata: b\n\n"), ("a\n\nb", "data: a\ndata: \ndata: b\n\n"), ("a\n", "data: a\ndata: \n\n"),
    (" lead", "data:  lead\n\n"), ("é 😀", "data: é 😀\n\n"), ("a\u{2028}b", "data: a\u{2028}b\n\n"),
  ])
  func data(_ data: String, _ text: String) {
    #expect(ServerSentEvent(data: data).text == text)
  }

  @Test func names() {
    #expect(ServerSentEvent(data: "x", event: "tick", id: "7").text == "event: tick\nid: 7\ndata: x\n\n")
    #expect(ServerSentEvent(data: "x", id: "").text == "id: \ndata: x\n\n")
  }

  /// A name from outside must not end its line: what follows would be a field or an event of its own.
  @Test(arguments: [
    "a\nevent: b", "a\r\nevent: b", "a\revent: b", "a\n\nevent: b", "a\0event: b", "\n\u{301}aevent: b",
  ])
  func namesCannotInject(_ name: String) {
    let lines = ServerSentEvent(data: "x", event: name, id: name).text.utf8.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    #expect(lines.count == 5)
    #expect(lines.first?.starts(with: "event: a".utf8) == true || name.hasPrefix("\n"))
    #expect(lines.dropFirst().first?.starts(with: "id: ".utf8) == true)
    #expect(lines.dropFirst(2).first.map(Array.init) == Array("data: x".utf8))
    #expect(!ServerSentEvent(data: "x", event: name, id: name).text.utf8.contains(0))
  }

  @Test func everyLineOfTheDataIsData() {
    let hostile = "x\n\nevent: evil\r\rid: 1\r\n\r\ndata: y"
    for line in ServerSentEvent(data: hostile).text.split(whereSeparator: \.isNewline) {
      #expect(line.hasPrefix("data: "))
    }
  }
}
