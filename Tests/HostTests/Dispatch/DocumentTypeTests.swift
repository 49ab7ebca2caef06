import Testing

@testable import Host

/// The media types that a browser may take for documents.
@Suite struct DocumentTypeTests {
  private func mayBeDocument(_ value: String) -> Bool { DocumentType.mayBe(Array(value.utf8).span) }

  @Test(arguments: [
    "text/html", "text/html;charset=utf-8", "TEXT/HTML \t; charset=utf-8", "application/xhtml+xml", "image/svg+xml",
    "text/xml", "application/xml", "Application/Atom+XML", "x/y+xml", "text/xsl", "text/rdf", "multipart/mixed",
    "multipart/x-mixed-replace; boundary=part", "message/rfc822",
  ])
  func documents(_ value: String) { #expect(mayBeDocument(value)) }

  @Test(arguments: ["*/*", "unknown/unknown", "application/unknown", "Application/Unknown;a=b"])
  func unknownTypesAreGuessed(_ value: String) { #expect(mayBeDocument(value)) }

  @Test(arguments: [
    "", "text", "text/", "/html", "text/ html", "text /html", " image/png", "image//png", "image/png text/html",
    "image/png(x)", "imagé/png", ";a=b", "image/\u{0}png",
  ])
  func malformedTypesAreGuessed(_ value: String) { #expect(mayBeDocument(value)) }

  /// Browsers differ in which of several types they take.
  @Test(arguments: ["image/png, text/html", "image/png,image/png", "image/png;a=\"b,text/html\"", "image/png;,a/b"])
  func severalTypesAreGuessed(_ value: String) { #expect(mayBeDocument(value)) }

  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.pgrst.object+json",
    "text/event-stream", "text/plain", "text/plain;charset=UTF-8", "text/css", "text/javascript", "image/png",
    "image/jpeg ; q=1", "video/mp4", "font/woff2", "application/octet-stream", "application/pdf", "application/wasm",
    "text/html5", "application/xml-dtd", "application/htmlx", "x/xml+zip",
  ])
  func otherTypesAreNone(_ value: String) { #expect(!mayBeDocument(value)) }
}
