import Edge
import HTTPTypes
import Testing

@testable import Console

@Suite struct AssetTests {
  @Test func theFilesAreSmall() {
    #expect(Asset.style.count <= 20_000)
    #expect(Asset.script.count <= 13_100)
    #expect(Asset.all.map(\.count).reduce(0, +) <= 40_000)
  }

  @Test func aFileIsKeptForGood() {
    #expect(Asset.style.response.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(Asset.style.path.hasPrefix("/console/assets/"))
    #expect(Asset.style.path.hasSuffix(".css"))
  }
}
