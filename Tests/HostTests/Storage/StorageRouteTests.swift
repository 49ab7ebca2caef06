import Edge
import Testing

@testable import Host

@Suite struct StorageRouteTests {
  private static let cat = ObjectKey(bucket: "b", path: "f/cat 1.png")

  @Test(
    arguments: [
      (.get, "/object/b/f/cat%201.png", .read(cat, .either)),
      (.head, "/object/b/f/cat%201.png", .read(cat, .either)),
      (.get, "/object/authenticated/b/f/cat%201.png", .read(cat, .authenticated)),
      (.get, "/object/public/b/f/cat%201.png", .read(cat, .open)),
      (.get, "/object/sign/b/f%2Fcat%201.png", .read(cat, .signed)),
      (.get, "/object/info/b/f/cat%201.png", .info(cat, .either)),
      (.get, "/object/info/public/b/f/cat%201.png", .info(cat, .open)),
      (.get, "/object/info/authenticated/b/f/cat%201.png", .info(cat, .authenticated)),
      (.post, "/object/sign/b/f/cat%201.png", .sign(cat)), (.post, "/object/sign/b", .signMany(bucket: "b")),
      (.post, "/object/b/f/cat%201.png", .upload(cat, replacing: false)),
      (.put, "/object/b/f/cat%201.png", .upload(cat, replacing: true)),
      (.post, "/object/list/b", .list(bucket: "b")), (.delete, "/object/b", .removeMany(bucket: "b")),
      (.delete, "/object/b/", .removeMany(bucket: "b")), (.delete, "/object/b/f/cat%201.png", .remove(cat)),
      (.post, "/object/move", .copy(isMove: true)), (.post, "/object/copy", .copy(isMove: false)),
      (.get, "/bucket", .buckets), (.get, "/bucket/", .buckets), (.get, "/bucket/b", .bucket("b")),
    ] as [(HTTPRequest.Method, String, StorageRoute)])
  func routes(_ method: HTTPRequest.Method, _ path: String, _ route: StorageRoute) {
    #expect(StorageRoute(method, path[...]) == route)
  }

  @Test(
    arguments: [
      (.get, ""), (.get, "/"), (.get, "/object"), (.get, "/object/"), (.get, "/object/b"), (.get, "/object/b/"),
      (.get, "/object/public/b"), (.get, "/object//b"), (.post, "/object/b"), (.put, "/object/b"),
      (.patch, "/object/b/x"),
      (.delete, "/object"), (.get, "/bucket/a/b"), (.post, "/object/list"), (.get, "/object/b/%zz"),
    ] as [(HTTPRequest.Method, String)])
  func noRoutes(_ method: HTTPRequest.Method, _ path: String) {
    #expect(StorageRoute(method, path[...]) == .unknown)
  }

  @Test(
    arguments: [
      (.post, "/bucket"), (.delete, "/bucket/b"), (.put, "/bucket/b"), (.post, "/bucket/b/empty"),
      (.get, "/render/image/public/b/x"), (.post, "/upload/resumable"), (.post, "/object/upload/sign/b/x"),
      (.post, "/object/list-v2/b"), (.get, "/other"), (.post, "/s3/b"),
    ] as [(HTTPRequest.Method, String)])
  func routesThatAreNotOfferedAreRefusedWithAText(_ method: HTTPRequest.Method, _ path: String) {
    guard case .notOffered(let text) = StorageRoute(method, path[...]) else { Issue.record("\(path)"); return }
    #expect(!text.isEmpty)
  }
}
