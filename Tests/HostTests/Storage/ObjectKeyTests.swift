import Foundation
import Testing

@testable import Host

@Suite struct ObjectKeyTests {
  private static let user = "0192f0c1-2345-7abc-8def-0123456789ab"

  @Test(arguments: [
    "cat.png", "folder/cat.png", "a b/(1) & $@=;:+,?!'*_-.png", "x", String(repeating: "n", count: 255),
    "\(user)/1.png", "a.b.c",
  ])
  func writablePaths(_ path: String) { #expect(ObjectKey(bucket: "b", path: path).isWritable) }

  @Test(arguments: [
    "", "/", "/cat.png", "cat.png/", "a//b", ".", "..", "../cat.png", "a/../b", "a/./b", ".hidden", "a/.hidden", "a\0b",
    "a\\b", "a%2e", "a\nb", "é.png", "a#b", "a<b>", "a\"b", "a|b", "a~b", "a^b", "a[b]",
    String(repeating: "n", count: 256),
    Array(repeating: "d", count: 33).joined(separator: "/"), String(repeating: "long/", count: 205) + "x",
  ])
  func pathsThatAreRefused(_ path: String) { #expect(!ObjectKey(bucket: "b", path: path).isWritable) }

  @Test(arguments: ["", ".", "..", ".uploads", "a/b", "é", "a\0", String(repeating: "b", count: 101)])
  func namesOfNoBucket(_ name: String) {
    #expect(!ObjectKey.isBucket(name))
    #expect(!ObjectKey(bucket: name, path: "x").isReadable)
  }

  /// A file that was put there by hand may have any name that is not hidden.
  @Test func readablePaths() {
    #expect(ObjectKey(bucket: "b", path: "deep/a b é.webp").isReadable)
    for path in ["", ".env", "a/.env", "..", "a/../b", "a//b", "a/"] {
      #expect(!ObjectKey(bucket: "b", path: path).isReadable, "\(path)")
    }
  }

  @Test func theFirstFolderNamesTheOwner() throws {
    let id = try #require(UUID(uuidString: Self.user))
    #expect(ObjectKey(bucket: "b", path: "\(Self.user)/1.png").owner == id)
    #expect(ObjectKey(bucket: "b", path: "\(Self.user.uppercased())/x/1.png").owner == id)
    let mixed = Self.user.prefix(35).uppercased() + Self.user.suffix(1)
    for path in [Self.user, "x/\(Self.user)/1.png", "\(mixed)/1.png", "\(Self.user)0/1.png", "1.png"] {
      #expect(ObjectKey(bucket: "b", path: path).owner == nil, "\(path)")
    }
  }
}
