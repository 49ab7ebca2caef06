import Edge
import Foundation
import Testing

@testable import Host

/// Downloads, lists, signed URLs and removals of the embedded storage.
@Suite struct StorageReadTests {
  /// A shared picture, one of a user and one in the public bucket.
  private func withFiles(_ test: (StorageHarness) async throws -> Void) async throws {
    try await withStorage { storage in
      for path in ["pictures/1.png", "pictures/\(storage.user.lowercased)/own.png", "photos/open.png"] {
        let answer = try await storage.send(
          .post, "/object/\(path)", token: storage.serviceKey, StorageHarness.picture(7, count: 80))
        #expect(answer.status == 200)
      }
      try await test(storage)
    }
  }

  @Test func readers() async throws {
    try await withFiles { storage in
      let tokens = [
        nil, try storage.anonKey, try storage.token(storage.user), try storage.token(storage.other),
        try storage.serviceKey,
      ]
      func readers(_ path: String) async throws -> [Bool] {
        var answers: [Bool] = []
        for token in tokens { answers.append(try await storage.send(.get, path, token: token).status == 200) }
        return answers
      }
      let own = "pictures/\(storage.user.lowercased)/own.png"
      for way in ["/object", "/object/authenticated", "/object/info", "/object/info/authenticated"] {
        #expect(try await readers("\(way)/pictures/1.png") == [false, false, true, true, true], "\(way)")
        #expect(try await readers("\(way)/\(own)") == [false, false, true, false, true], "\(way)")
      }
      #expect(try await readers("/object/photos/open.png") == [true, true, true, true, true])
      #expect(try await readers("/object/authenticated/photos/open.png") == [false, true, true, true, true])
      #expect(try await readers("/object/public/photos/open.png") == [true, true, true, true, true])
      #expect(try await readers("/object/public/pictures/1.png") == [false, false, false, false, false])
    }
  }

  @Test func refusalsDoNotRevealWhetherAFileExists() async throws {
    try await withFiles { storage in
      let other = try storage.token(storage.other)
      let own = "pictures/\(storage.user.lowercased)"
      let foreign = try await storage.send(.get, "/object/\(own)/own.png", token: other)
      let missing = try await storage.send(.get, "/object/\(own)/none.png", token: other)
      #expect(foreign.body == missing.body)
      #expect(foreign.refusal == "400 404 not_found")
      #expect(foreign.json["message"] == "Object not found")
      let removal = try await storage.send(.delete, "/object/\(own)/own.png", token: other)
      #expect(removal.refusal == "400 404 not_found")
      let unknown = try await storage.send(.get, "/object/none/1.png")
      let known = try await storage.send(.get, "/object/pictures/1.png")
      #expect(unknown.body == known.body)
      #expect(unknown.refusal == "400 404 Bucket not found")
      let hidden = try await storage.send(.get, "/object/.uploads/x", token: storage.serviceKey)
      #expect(hidden.status == 400)
    }
  }

  @Test func lists() async throws {
    try await withFiles { storage in
      func names(_ token: String?, _ body: String, _ bucket: String = "pictures") async throws -> [String] {
        let answer = try await storage.post("/object/list/\(bucket)", token: token, body)
        return (answer.json.array ?? []).compactMap { $0["name"]?.string }
      }
      let (mine, other) = (try storage.token(storage.user), try storage.token(storage.other))
      let folder = storage.user.lowercased
      #expect(try await names(mine, #"{"prefix":""}"#) == [folder, "1.png"].sorted())
      #expect(try await names(other, #"{"prefix":""}"#) == ["1.png"])
      #expect(try await names(mine, #"{"prefix":"\#(folder)"}"#) == ["own.png"])
      #expect(try await names(other, #"{"prefix":"\#(folder)/"}"#) == [])
      #expect(try await names(other, #"{"prefix":"/\#(folder)/"}"#) == [])
      #expect(try await names(storage.anonKey, #"{"prefix":""}"#, "photos") == [])
      #expect(try await names(storage.serviceKey, #"{"prefix":"none"}"#) == [])
      for name in ["b.png", "B2.png", "c.png"] {
        _ = try await storage.send(
          .post, "/object/pictures/many/\(name)", token: storage.serviceKey, StorageHarness.picture(1))
      }
      let service = try storage.serviceKey
      #expect(try await names(service, #"{"prefix":"many","limit":2}"#) == ["B2.png", "b.png"])
      #expect(try await names(service, #"{"prefix":"many","limit":2,"offset":2}"#) == ["c.png"])
      #expect(try await names(service, #"{"prefix":"many","search":"B"}"#) == ["B2.png", "b.png"])
      let down = #"{"prefix":"many","sortBy":{"column":"name","order":"desc"}}"#
      #expect(try await names(service, down) == ["c.png", "b.png", "B2.png"])
      let entry = try await storage.post("/object/list/pictures", token: service, #"{"prefix":"many","limit":1}"#)
      let file = entry.json.array?.first
      #expect(file?["metadata"]?["size"] == 64)
      #expect(file?["metadata"]?["mimetype"] == "image/png")
      for body in [
        #"{"prefix":"","limit":0}"#, #"{"prefix":"","offset":-1}"#, #"{"sortBy":{"column":"owner"}}"#, "no", "",
      ] {
        #expect(
          try await storage.post("/object/list/pictures", token: service, body).refusal == "400 400 InvalidRequest")
      }
    }
  }

  @Test(arguments: [
    "5", "[]", "null", #""text""#, #"{"prefix":5}"#, #"{"prefix":["many"]}"#, #"{"search":5}"#, #"{"sortBy":"name"}"#,
    #"{"sortBy":{"column":5}}"#, #"{"sortBy":{"order":true}}"#, #"{"limit":"x"}"#, #"{"offset":1.5}"#,
  ])
  func listsOfMalformedBodiesAreRefused(_ body: String) async throws {
    try await withFiles { storage in
      let answer = try await storage.post("/object/list/pictures", token: storage.serviceKey, body)
      #expect(answer.refusal == "400 400 InvalidRequest")
    }
  }

  @Test func theRefusalOfANumberNamesItsRange() async throws {
    try await withFiles { storage in
      for (body, message) in [
        (#"{"offset":9007199254740992}"#, "body/offset must be a whole number from 0 to 9007199254740991"),
        (#"{"offset":"9223372036854775808"}"#, "body/offset must be a whole number from 0 to 9007199254740991"),
        (#"{"limit":0}"#, "body/limit must be a whole number from 1 to 9007199254740991"),
      ] {
        let answer = try await storage.post("/object/list/pictures", token: storage.serviceKey, body)
        #expect(answer.json["message"] == .string(message))
      }
      let last = #"{"offset":9007199254740991}"#
      #expect(try await storage.post("/object/list/pictures", token: storage.serviceKey, last).json == [])
      let missing = #"{"prefix":null,"search":null,"sortBy":null}"#
      let answer = try await storage.post("/object/list/pictures", token: storage.serviceKey, missing)
      #expect(answer.json.array?.count == 2)
    }
  }

  @Test func signedURLs() async throws {
    try await withFiles { storage in
      let token = try storage.token(storage.user)
      let own = "pictures/\(storage.user.lowercased)/own.png"
      let one = try await storage.post("/object/sign/\(own)", token: token, #"{"expiresIn":"60"}"#)
      let url = try #require(one.json["signedURL"]?.string)
      #expect(url.hasPrefix("/object/sign/\(own)?token="))
      let read = try await storage.send(.get, url + "&download=my%20cat.png")
      #expect(read.status == 200)
      #expect(read["content-disposition"] == "attachment; filename=my%20cat.png; filename*=UTF-8''my%20cat.png")
      let foreign = try await storage.post(
        "/object/sign/\(own)", token: storage.token(storage.other), #"{"expiresIn":60}"#)
      #expect(foreign.refusal == "400 404 not_found")
      let many = try await storage.post(
        "/object/sign/pictures", token: storage.token(storage.other),
        #"{"expiresIn":60,"paths":["1.png","none.png","\#(storage.user.lowercased)/own.png"]}"#)
      let signed = many.json.array?.map { $0["signedURL"]?.string != nil }
      #expect(signed == [true, false, false])
      #expect(many.json.array?[2]["error"] == "Either the object does not exist or you do not have access to it")
      for body in ["{}", #"{"expiresIn":0}"#, #"{"expiresIn":"x"}"#] {
        #expect(try await storage.post("/object/sign/\(own)", token: token, body).refusal == "400 400 InvalidRequest")
      }
    }
  }

  @Test func removals() async throws {
    try await withFiles { storage in
      let token = try storage.token(storage.user)
      let own = "\(storage.user.lowercased)/own.png"
      let body = #"{"prefixes":["1.png","\#(own)","none.png"]}"#
      let removed = try await storage.send(.delete, "/object/pictures", token: token, [UInt8](body.utf8))
      #expect(removed.json.array?.compactMap { $0["name"]?.string } == [own])
      #expect(storage.files == ["photos/open.png", "pictures/1.png"])
      // The user's folder went with its last file.
      #expect(
        !FileManager.default.fileExists(
          atPath: storage.folder.appending(path: "pictures/\(storage.user.lowercased)").path()))
      #expect(try await storage.send(.delete, "/object/pictures/1.png", token: token).refusal == "400 403 Unauthorized")
      let last = try await storage.send(.delete, "/object/pictures/1.png", token: storage.serviceKey)
      #expect(last.json["message"] == "Successfully deleted")
      #expect(
        try await storage.send(.delete, "/object/pictures/1.png", token: storage.serviceKey).refusal
          == "400 404 not_found")
    }
  }

  @Test func copiesAndMoves() async throws {
    try await withFiles { storage in
      let token = try storage.token(storage.user)
      let folder = storage.user.lowercased
      func body(_ from: String, _ to: String) -> String {
        #"{"bucketId":"pictures","sourceKey":"\#(from)","destinationKey":"\#(to)"}"#
      }
      let copy = try await storage.post("/object/copy", token: token, body("1.png", "\(folder)/copy.png"))
      #expect(copy.json["Key"] == .string("pictures/\(folder)/copy.png"))
      let move = try await storage.post("/object/move", token: token, body("\(folder)/copy.png", "\(folder)/moved.png"))
      #expect(move.json["message"] == "Successfully moved")
      #expect(
        try await storage.post("/object/move", token: token, body("1.png", "\(folder)/x.png")).refusal
          == "400 403 Unauthorized")
      #expect(
        try await storage.post("/object/copy", token: token, body("1.png", "2.png")).refusal == "400 403 Unauthorized")
      #expect(
        try await storage.post("/object/copy", token: token, body("1.png", "\(folder)/own.png")).refusal
          == "400 409 Duplicate")
      #expect(storage.files.contains("pictures/\(folder)/moved.png"))
      #expect(!storage.files.contains("pictures/\(folder)/copy.png"))
    }
  }

  @Test func buckets() async throws {
    try await withFiles { storage in
      try FileManager.default.createDirectory(
        at: storage.folder.appending(path: "by hand"), withIntermediateDirectories: true)
      let all = try await storage.send(.get, "/bucket", token: storage.serviceKey)
      #expect(all.json.array?.compactMap { $0["id"]?.string } == ["by hand", "photos", "pictures"])
      let one = try await storage.send(.get, "/bucket/photos", token: storage.serviceKey)
      #expect(one.json["public"] == true)
      #expect(one.json["allowed_mime_types"] == ["image/*"])
      #expect(try await storage.send(.get, "/bucket", token: storage.token(storage.user)).json == [])
      #expect(
        try await storage.send(.get, "/bucket/none", token: storage.serviceKey).refusal == "400 404 Bucket not found")
      let made = try await storage.post("/bucket", token: storage.serviceKey, #"{"name":"new"}"#)
      #expect(made.refusal == "501 501 NotSupported")
      #expect(made.body.contains("[storage.buckets.<name>]"))
      #expect(made.body.contains("or [gateway] storage to the address of Supabase Storage."))
      let unknown = try await storage.send(.get, "/status", token: storage.serviceKey)
      #expect(unknown.refusal == "501 501 NotSupported")
      #expect(unknown.body.contains("set SUPABASE_URL to your project"))
    }
  }
}
