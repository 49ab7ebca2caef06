import HTTPCalls
import NIOCore
import Testing

@testable import Curl

@Suite("The rules of streams")
struct StreamStateTests {
  private static func bytes(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 1, count: count) }

  /// What libcurl gets for room of so many bytes: their number, -1 for a wait that asks the source, -2 for another
  /// wait.
  private static func read(_ upload: inout UploadState, _ count: Int = 4) -> Int {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { unsafe room.deallocate() }
    switch unsafe upload.read(into: room) {
    case .copied(let count): return count
    case .wait(let pulls): return pulls ? -1 : -2
    }
  }

  @Test("the source is asked when libcurl wants more, and not twice")
  func pulls() throws {
    var upload = UploadState(length: nil)
    var reads = [Self.read(&upload), Self.read(&upload)]
    #expect(reads == [-1, -2])
    #expect(try upload.supply(Self.bytes(0)) == false)
    #expect(try upload.supply(Self.bytes(6)))
    reads = (0..<4).map { _ in Self.read(&upload) }
    #expect(reads == [4, 2, -1, -2])
    #expect(try upload.supply(nil))
    reads = (0..<2).map { _ in Self.read(&upload) }
    #expect(reads == [0, 0])
  }

  @Test("the last bytes of a declared length wait for the end of the source")
  func declared() throws {
    var upload = UploadState(length: 6)
    var reads = [Self.read(&upload)]
    #expect(try upload.supply(Self.bytes(4)))
    reads += (0..<2).map { _ in Self.read(&upload) }
    #expect(reads == [-1, 4, -1])
    #expect(try upload.supply(Self.bytes(2)) == false)
    reads = [Self.read(&upload)]
    #expect(reads == [-2])
    #expect(try upload.supply(nil))
    reads = (0..<2).map { _ in Self.read(&upload) }
    #expect(reads == [2, 0])
  }

  @Test("another length than declared is an error")
  func wrongLength() throws {
    var short = UploadState(length: 6)
    _ = try short.supply(Self.bytes(5))
    #expect(throws: HTTPClientError.self) { try short.supply(nil) }
    var long = UploadState(length: 6)
    _ = try long.supply(Self.bytes(6))
    #expect(throws: HTTPClientError.self) { try long.supply(Self.bytes(1)) }
  }

  @Test("a wait that is too long ends; the time in which this side holds the transfer back does not count")
  func progress() {
    let start = ContinuousClock.now
    var limit = ProgressLimit(.seconds(10), since: start)
    #expect(limit.due == start + .seconds(10))
    limit.progress(at: start + .seconds(4))
    #expect(limit.due == start + .seconds(14))
    limit.suspend(true, at: start + .seconds(5))
    #expect(limit.due == nil)
    limit.suspend(false, at: start + .seconds(100))
    #expect(limit.due == start + .seconds(110))
    limit.change(to: .seconds(1), at: start + .seconds(101))
    #expect(limit.due == start + .seconds(102))
  }
}
