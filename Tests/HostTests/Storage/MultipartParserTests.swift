import Testing

@testable import Host

@Suite struct MultipartParserTests {
  private static let form = """
    preamble\r
    --XY\r
    Content-Disposition: form-data; name="cacheControl"\r
    \r
    3600\r
    --XY\r
    content-disposition: form-data; name=""; filename="a;\\"b.png"\r
    Content-Type: image/png\r
    \r
    \r\n--X\r\n--XZ\r-\r\n\r
    --XY  \r
    Content-Disposition: form-data; filename=x; name=empty\r
    \r
    \r
    --XY--\r
    epilogue --XY
    """

  /// The events of a form that comes in pieces of a length; contents are joined.
  private static func events(_ text: String, piece: Int = .max) throws -> [String] {
    var parser = try #require(MultipartParser(contentType: "multipart/form-data; boundary=XY"))
    var events: [String] = []
    var content: [UInt8] = []
    var rest = [UInt8](text.utf8)[...]
    while true {
      while let event = try parser.next() {
        switch event {
        case .part(let name, let isFile, let type): events.append("part \(name) \(isFile) \(type ?? "-")")
        case .content(let bytes): content += bytes
        case .partEnd:
          events.append("content " + String(decoding: content, as: UTF8.self))
          content = []
        case .end: events.append("end")
        }
      }
      guard !rest.isEmpty else { return events }
      parser.append(rest.prefix(piece))
      rest = rest.dropFirst(piece)
    }
  }

  private static let expected = [
    "part cacheControl false -", "content 3600", "part  true image/png", "content \r\n--X\r\n--XZ\r-\r\n",
    "part empty true -", "content ", "end",
  ]

  @Test(arguments: [1, 2, 3, 5, 7, 16, 64, 1000]) func aFormInPieces(_ piece: Int) throws {
    #expect(try Self.events(Self.form, piece: piece) == Self.expected)
  }

  @Test func aFormThatIsCutOffHasNoEnd() throws {
    let end = Self.form.utf8.count - "--\r\nepilogue --XY".utf8.count
    for length in 0..<end {
      let text = String(decoding: Self.form.utf8.prefix(length), as: UTF8.self)
      #expect(try Self.events(text).last != "end", "\(length)")
    }
  }

  @Test(arguments: [
    "--XYZ\r\n\r\n\r\n--XY--", "--XY\r\n\r\nx\r\n--XY--", "--XY\r\nContent-Type: a/b\r\n\r\nx\r\n--XY--",
    "--XY\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XY--",
    "--XY\r\nContent-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64\r\n\r\nx\r\n--XY--",
    "--XY\r\nX: " + String(repeating: "x", count: 9000), "--XY" + String(repeating: " ", count: 9000),
    String(repeating: "--XY\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n", count: 17),
  ])
  func malformedForms(_ text: String) {
    #expect(throws: StorageRefusal.self) { try Self.events(text) }
  }

  @Test func boundaries() {
    for type in [
      #"multipart/form-data; boundary="a b""#, "multipart/form-data;charset=x;Boundary=ab",
      "multipart/form-data; boundary=ab; x=y",
    ] {
      #expect(MultipartParser(contentType: type) != nil, "\(type)")
    }
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=",
      "multipart/form-data; boundary=" + String(repeating: "b", count: 71),
    ] {
      #expect(MultipartParser(contentType: type) == nil, "\(type)")
    }
  }
}
