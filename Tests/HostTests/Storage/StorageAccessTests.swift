import Edge
import Foundation
import Testing

@testable import Host

@Suite struct StorageAccessTests {
  private static let mine = UUID()
  private static let other = UUID()
  private static let callers: [(StorageAccess, String)] = [
    (.anyone, "anyone"), (.user(mine), "user"), (.serviceRole, "service"),
  ]

  private func key(_ path: String) -> ObjectKey { ObjectKey(bucket: "b", path: path) }

  /// The rights of all callers, as text: r for reading, w for writing; anyone, the user, the service role.
  private func rights(_ path: String, isPublic: Bool) -> String {
    Self.callers.map { caller, _ in
      let (read, write) = (caller.mayRead(key(path), isPublic: isPublic), caller.mayWrite(key(path)))
      return (read ? "r" : "-") + (write ? "w" : "-")
    }
    .joined(separator: " ")
  }

  @Test func rightsInAPrivateBucket() {
    #expect(rights("1.png", isPublic: false) == "-- r- rw")
    #expect(rights("\(Self.mine.lowercased)/1.png", isPublic: false) == "-- rw rw")
    #expect(rights("\(Self.mine.uuidString)/1.png", isPublic: false) == "-- rw rw")
    #expect(rights("\(Self.other.lowercased)/1.png", isPublic: false) == "-- -- rw")
    #expect(rights("\(Self.other.uuidString)/1.png", isPublic: false) == "-- -- rw")
  }

  @Test func rightsInAPublicBucket() {
    #expect(rights("1.png", isPublic: true) == "r- r- rw")
    #expect(rights("\(Self.mine.lowercased)/1.png", isPublic: true) == "r- rw rw")
    #expect(rights("\(Self.other.lowercased)/1.png", isPublic: true) == "r- r- rw")
  }

  @Test func listings() {
    let user = StorageAccess.user(Self.mine)
    #expect(!StorageAccess.anyone.mayList(topFolder: "", isPublic: true))
    #expect(user.mayList(topFolder: "", isPublic: false))
    #expect(user.mayList(topFolder: Self.mine.lowercased, isPublic: false))
    #expect(!user.mayList(topFolder: Self.other.lowercased, isPublic: false))
    #expect(user.mayList(topFolder: Self.other.lowercased, isPublic: true))
    #expect(StorageAccess.serviceRole.mayList(topFolder: Self.other.lowercased, isPublic: false))
  }

  @Test func theRoleDecides() {
    let sub = JSONValue.string(Self.mine.lowercased)
    #expect(StorageAccess(nil) == .anyone)
    #expect(StorageAccess(Identity(role: .anon)) == .anyone)
    #expect(StorageAccess(Identity(Claims(["sub": sub]))) == .anyone)
    #expect(StorageAccess(Identity(Claims(["role": "authenticated"]))) == .anyone)
    #expect(StorageAccess(Identity(Claims(["role": "of_our_own", "sub": sub]))) == .anyone)
    #expect(StorageAccess(Identity(Claims(["role": "authenticated", "sub": sub]))) == .user(Self.mine))
    #expect(StorageAccess(Identity(role: .serviceRole)) == .serviceRole)
  }

  /// A session that ends while the host reads the body, as with a sign-out on another device.
  @Test(arguments: [
    ("POST", "object/sign/pictures/1.png", #"{"expiresIn":60}"#),
    ("POST", "object/sign/pictures", #"{"expiresIn":60,"paths":["1.png"]}"#),
    ("POST", "object/list/pictures", #"{"prefix":""}"#),
    ("DELETE", "object/pictures", #"{"prefixes":["FOLDER/1.png"]}"#),
  ])
  func aRequestOfAnEndedSessionIsRefused(method: String, path: String, body: String) async throws {
    let ended = EndedSessions()
    try await withStorage(ended: ended) { storage in
      let (session, now) = (UUID(), storage.host.clock.now)
      let folder = storage.user.lowercased
      let token = try TokenMinter(secret: TokenConfiguration.developmentSecret).token(
        role: .authenticated, subject: folder, claims: [("session_id", .string(session.lowercased))], now: now)
      let files = ["pictures/1.png", "pictures/\(folder)/1.png"]
      for file in files {
        let stored = try await storage.send(
          .post, "/object/\(file)", token: storage.serviceKey, StorageHarness.picture(1))
        #expect(stored.status == 200)
      }
      let chunks = AsyncChunks([[UInt8](body.replacingOccurrences(of: "FOLDER", with: folder).utf8)])
      let answer = try await storage.host.send(
        try #require(HTTPRequest.Method(method)), "/storage/v1/\(path)", token: token,
        body: RequestBody {
          if let chunk = chunks.next() { return chunk }
          ended.add([session], until: now.addingTimeInterval(3600), now: now)
          return nil
        })
      #expect(answer.refusal == "400 403 Unauthorized")
      #expect(answer.json["message"] == "The session has ended")
      #expect(storage.files == files.sorted())
    }
  }
}
