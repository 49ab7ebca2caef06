import Edge
import Testing

@Suite struct EntityTagTests {
  @Test(
    arguments: [
      ([], false), (["*"], true), (["\(tag)"], true), (["W/\(tag)"], true), (["\"x\", \(tag)"], true),
      (["\"x\"", "\(tag)"], true), (["\"x\""], false), ([""], false), (["\"*\""], false), (["W/*"], false),
      (["*, \"x\""], false),
    ] as [([String], Bool)])
  func aTagIsKnown(_ values: [String], _ isKnown: Bool) {
    var request = Request(method: .get)
    request.headers[values: .ifNoneMatch] = values
    #expect(tag.isKnown(to: request) == isKnown)
  }
}

private let tag = EntityTag(of: "content".utf8)
