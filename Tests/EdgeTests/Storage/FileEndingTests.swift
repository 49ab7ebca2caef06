import Testing

@testable import Edge

@Suite struct FileEndingTests {
  @Test(arguments: [
    ("a/b.png", "image/png"), ("A.JPG", "image/jpeg"), ("a.jpeg", "image/jpeg"), ("a.webp", "image/webp"),
    ("a.gif", "image/gif"), ("a.svg", "image/svg+xml"), ("a.pdf", "application/pdf"), ("a.json", "application/json"),
    ("a.tar.gz", "application/octet-stream"), ("", "application/octet-stream"),
  ])
  func anEndingNamesTheMediaType(_ path: String, _ type: String) {
    #expect(FileEnding.mediaType(of: path) == type)
  }
}
