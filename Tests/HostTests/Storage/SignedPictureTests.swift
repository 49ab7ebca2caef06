import Edge
import Foundation
import Testing

@testable import Host

/// The embedded storage: URLs that the host signs and serves itself.
@Suite struct SignedPictureTests {
  private struct Wanted: Codable, Sendable { var bucket: String, path: String, seconds: Int }

  private static let sign = Function("sign", access: .anyone) { (wanted: Wanted, context) in
    try await context.storage.signedURL(bucket: wanted.bucket, path: wanted.path, expiresIn: wanted.seconds)
  }

  private struct Gallery {
    let host: Harness
    let folder: URL

    /// The target that a signed URL asks for.
    func sign(_ path: String, bucket: String = "riddles", for seconds: Int = 60) async throws -> String {
      let body = try Wire.encode(Wanted(bucket: bucket, path: path, seconds: seconds))
      let answer = try await host.post("/functions/v1/sign", String(decoding: body, as: UTF8.self))
      let url = try Wire.decode(String.self, from: [UInt8](answer.body.utf8))
      #expect(url.hasPrefix("http://127.0.0.1:"))
      let path = try #require(url.firstRange(of: "/storage/v1/"))
      return String(url[path.lowerBound...])
    }

    func get(_ target: String) async throws -> Answer { try await host.send(.get, target) }
  }

  private func withGallery(_ test: (Gallery) async throws -> Void) async throws {
    try await withFolder { folder in
      let bucket = folder.appending(path: "storage/riddles/deep")
      try FileManager.default.createDirectory(at: bucket, withIntermediateDirectories: true)
      func put(_ text: String, _ path: String) throws { try Data(text.utf8).write(to: folder.appending(path: path)) }
      try put("one", "storage/riddles/one.png")
      try put("two", "storage/riddles/two.jpg")
      try put("spaced", "storage/riddles/deep/a b é.webp")
      try put("outside", "secret.png")
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "storage/riddles/link.png"), withDestinationURL: folder.appending(path: "secret.png")
      )
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "storage/riddles/out"), withDestinationURL: folder)
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "storage/riddles/inside.png"),
        withDestinationURL: folder.appending(path: "storage/riddles/one.png"))
      #expect(unsafe mkfifo(folder.appending(path: "storage/riddles/pipe.png").path(), 0o600) == 0)
      try await withHarness(functions: [Self.sign]) {
        $0.storage.folder = folder.appending(path: "storage").path()
      } _: {
        host in
        try await test(Gallery(host: host, folder: folder))
      }
    }
  }

  @Test func aSignedURLOpensItsFile() async throws {
    try await withGallery { gallery in
      let answer = try await gallery.get(gallery.sign("one.png"))
      #expect(answer.status == 200)
      #expect(answer.body == "one")
      #expect(answer["content-type"] == "image/png")
      #expect(answer["cache-control"] == "private, max-age=60")
      #expect(try await gallery.get(gallery.sign("two.jpg"))["content-type"] == "image/jpeg")
      let target = try await gallery.sign("deep/a b é.webp")
      #expect(target.contains("/deep/a%20b%20%C3%A9.webp?"))
      #expect(try await gallery.get(target).body == "spaced")
      #expect(try await gallery.host.send(.head, gallery.sign("one.png")).status == 200)
      #expect(try await gallery.host.send(.patch, gallery.sign("one.png")).status == 400)
    }
  }

  @Test func aSignedURLExpires() async throws {
    try await withGallery { gallery in
      let target = try await gallery.sign("one.png", for: 10)
      gallery.host.clock.advance(by: 9.9)
      #expect(try await gallery.get(target).status == 200)
      gallery.host.clock.advance(by: 0.1)
      let answer = try await gallery.get(target)
      #expect(answer.status == 400)
      #expect(
        answer.body
          == #"{"statusCode":"400","error":"InvalidJWT","message":"\"exp\" claim timestamp check failed"}"#)
    }
  }

  @Test func aTokenOpensItsOwnFileAlone() async throws {
    try await withGallery { gallery in
      let one = try await gallery.sign("one.png")
      let token = try #require(one.split(separator: "=", maxSplits: 1).last)
      for path in ["two.jpg", "ONE.png", "one.png%20", "x/one.png", "%6fne.pngx", "one.png/", "/one.png"] {
        let answer = try await gallery.get("/storage/v1/object/sign/riddles/\(path)?token=\(token)")
        #expect(answer.status == 400 || answer.status == 404, "\(path)")
        #expect(answer.body != "one" && answer.body != "two")
      }
      let bucket = try await gallery.get("/storage/v1/object/sign/other/one.png?token=\(token)")
      #expect(bucket.body == #"{"statusCode":"400","error":"InvalidJWT","message":"invalid signature"}"#)
    }
  }

  @Test func otherTokens() async throws {
    try await withGallery { gallery in
      let target = "/storage/v1/object/sign/riddles/one.png"
      let good = try await gallery.sign("one.png")
      let claims = #"{"url":"riddles/one.png","exp":4102444800}"#
      let wrong = [
        target, "\(target)?token=", "\(target)?token=x.y.z", "\(target)?other=1", String(good.dropLast(3)), good + "A",
        "\(target)?token=" + Forge.hs256(claims: claims, secret: [UInt8](repeating: 1, count: 32)),
        "\(target)?token=" + Forge.hs256(header: #"{"alg":"none"}"#, claims: claims),
        "\(target)?token=" + Forge.hs256(claims: Forge.claims),
        "\(target)?token=" + Forge.hs256(claims: #"{"url":"riddles/one.png"}"#),
        "\(target)?token=" + Forge.hs256(claims: #"{"url":"riddles/one.png","exp":"4102444800"}"#),
        "\(target)?token=" + Forge.hs256(claims: #"{"url":["riddles/one.png"],"exp":4102444800}"#),
        "\(target)?token=" + Forge.hs256(header: #"{"alg":"HS256","crit":["x"]}"#, claims: claims),
      ]
      for target in wrong { #expect(try await gallery.get(target).status == 400, "\(target)") }
      let far = "\(target)?token=" + Forge.hs256(claims: #"{"url":"riddles/one.png","exp":1e300}"#)
      #expect(try await gallery.get(far).status == 200)
    }
  }

  /// Even a signature of ours opens nothing outside the folder.
  @Test func nothingOutsideTheFolderOpens() async throws {
    try await withGallery { gallery in
      for path in ["link.png", "inside.png", "out/secret.png", "deep", "", "none.png", ".", "pipe.png"] {
        #expect(try await gallery.get(gallery.sign(path)).body.contains("outside") == false, "\(path)")
        #expect(try await gallery.get(gallery.sign(path)).status != 200, "\(path)")
      }
      for path in ["../../secret.png", "deep/../../../secret.png", "..%2f..%2fsecret.png", "%2e%2e/secret.png"] {
        let token = Forge.hs256(claims: #"{"url":"riddles/\#(path)","exp":4102444800}"#)
        let answer = try await gallery.get("/storage/v1/object/sign/riddles/\(path)?token=\(token)")
        #expect(answer.status == 400)
        #expect(answer.body.contains("outside") == false)
      }
      for bucket in ["..", ".", "%2e%2e"] {
        let token = Forge.hs256(claims: #"{"url":"\#(bucket)/secret.png","exp":4102444800}"#)
        let answer = try await gallery.get("/storage/v1/object/sign/\(bucket)/secret.png?token=\(token)")
        #expect(answer.status == 400)
      }
      #expect(try await gallery.get(gallery.sign("secret.png", bucket: "..")).status == 400)
    }
  }

  @Test func aURLOfTheProjectStartsWithItsAddress() async throws {
    try await withHarness(functions: [Self.sign]) { configuration in
      configuration.bind.port = 54321
      configuration.projectURL = URL(string: "http://localhost:54321/")
    } _: { host in
      let answer = try await host.post("/functions/v1/sign", #"{"bucket":"b","path":"p.png","seconds":5}"#)
      #expect(answer.body.hasPrefix(#""http://localhost:54321/storage/v1/object/sign/b/p.png?token="#))
    }
  }

  @Test func aProjectOfItsOwnServesItsFilesItself() async throws {
    let secret = "a-secret-of-our-own-that-has-32-bytes"
    try await withHarness { configuration in
      configuration.projectURL = URL(string: "https://project.supabase.co")
      configuration.tokens.secret = secret
    } _: { host in
      let token = Forge.hs256(claims: #"{"url":"b/p.png","exp":4102444800}"#, secret: [UInt8](secret.utf8))
      let answer = try await host.send(.get, "/storage/v1/object/sign/b/p.png?token=\(token)")
      #expect(answer.verdict == "404 NOT_FOUND")
    }
  }
}
