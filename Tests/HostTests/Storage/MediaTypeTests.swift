import Testing

@testable import Host

@Suite struct MediaTypeTests {
  @Test(arguments: [
    ("89504E470D0A1A0A00", "image/png"), ("FFD8FFE0", "image/jpeg"), ("FFD8FFDB", "image/jpeg"),
    ("474946383961", "image/gif"), ("474946383761", "image/gif"), ("524946460000000057454250", "image/webp"),
    ("0000001866747970686569630000", "image/heic"), ("00000018667479706D696631", "image/heif"),
    ("0000001866747970617669660000", "image/avif"), ("255044462D312E37", "application/pdf"),
  ])
  func signatures(_ hex: String, _ type: String) { #expect(MediaType.recognised(Self.bytes(hex)) == type) }

  @Test(arguments: [
    "", "89504E47", "FFD8", "474946383861", "524946460000000057415645", "0000001866747970", "3C68746D6C3E", "1F8B08",
  ])
  func bytesWithoutASignature(_ hex: String) { #expect(MediaType.recognised(Self.bytes(hex)) == nil) }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let html = [UInt8]("<!doctype html><script>alert(1)</script>".utf8)
  private static let svg = [UInt8]("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8)

  /// The bytes count, whatever the client declares: supabase-py declares `text/plain` for everything.
  @Test(arguments: [nil, "text/plain;charset=UTF-8", "image/jpeg", "text/html", "no type", "image/svg+xml"])
  func theBytesDecide(_ declared: String?) throws {
    #expect(try MediaType.stored(Self.png, declared: declared, allowed: ["image/*"]) == "image/png")
  }

  @Test(arguments: ["image/png", "image/svg+xml", "text/html", "text/plain", "application/xml", "image/*", "", nil])
  func documentsWithScriptsAreNoPictures(_ declared: String?) {
    for bytes in [Self.html, Self.svg] {
      #expect(throws: StorageRefusal.self) {
        try MediaType.stored(bytes, declared: declared, allowed: ["image/*"])
      }
    }
  }

  @Test(arguments: [
    "text/html", "text/HTML; charset=utf-8", "image/svg+xml", "application/xhtml+xml", "text/xml", "application/xml",
    "text/javascript", "application/javascript", "application/rss+xml", "multipart/x-mixed-replace",
  ])
  func activeTypesAreNeverStored(_ declared: String) {
    let error = #expect(throws: StorageRefusal.self) {
      try MediaType.stored([UInt8]("x".utf8), declared: declared, allowed: ["*/*"])
    }
    #expect(error?.statusCode == 415)
  }

  @Test func bucketsOfOtherTypes() throws {
    let text = [UInt8]("Dear diary".utf8)
    #expect(try MediaType.stored(text, declared: "text/plain; charset=utf-8", allowed: ["text/plain"]) == "text/plain")
    #expect(try MediaType.stored(text, declared: nil, allowed: ["*/*"]) == "application/octet-stream")
    #expect(throws: StorageRefusal.self) { try MediaType.stored(text, declared: "text/csv", allowed: ["text/plain"]) }
    #expect(throws: StorageRefusal.self) { try MediaType.stored(text, declared: "application/pdf", allowed: ["*/*"]) }
    #expect(throws: StorageRefusal.self) { try MediaType.stored(text, declared: "a\r\nb/c", allowed: ["*/*"]) }
    #expect(throws: StorageRefusal.self) { try MediaType.stored(Self.png, declared: nil, allowed: ["image/jpeg"]) }
  }

  @Test func configuredTypes() {
    for type in ["*/*", "image/*", "image/png", "application/vnd.ms-excel"] {
      #expect(StorageConfiguration.isMediaType(type), "\(type)")
    }
    for type in ["", "image", "*", "image/", "/png", "image/svg+xml", "text/html", "a b/c"] {
      #expect(!StorageConfiguration.isMediaType(type), "\(type)")
    }
  }

  private static func bytes(_ hex: String) -> [UInt8] {
    var digits = hex[...]
    var bytes: [UInt8] = []
    while !digits.isEmpty {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }
}
