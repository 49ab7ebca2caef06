import NIOCore
import Testing

@testable import Curl

@Suite("The rules of streams")
struct StreamStateTests {
  private static func bytes(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 1, count: count) }

  private static func chunk(_ step: BodyPipeState<Int>.Step) -> (count: Int, resumes: Bool)? {
    if case .chunk(let chunk, let resumes) = step { (chunk.readableBytes, resumes) } else { nil }
  }

  @Test("a pipe is full from its capacity on, and resumes when it is emptied")
  func capacity() throws {
    var pipe = BodyPipeState<Int>(capacity: 10)
    for _ in 0..<2 {
      for count in [9, 5] {
        guard case .taken = pipe.offer(Self.bytes(count)) else {
          Issue.record("\(count) bytes are not taken")
          continue
        }
      }
      guard case .full = pipe.offer(Self.bytes(1)) else {
        Issue.record("the pipe is not full")
        return
      }
      let all = try #require(Self.chunk(pipe.take()))
      #expect(all == (14, true))
      _ = pipe.offer(Self.bytes(3))
      let next = try #require(Self.chunk(pipe.take()))
      #expect(next == (3, false))
    }
  }

  @Test("a waiting reader gets the next bytes or the end")
  func waiting() {
    var pipe = BodyPipeState<Int>(capacity: 10)
    if case .empty = pipe.wait(7) {} else { Issue.record("there is something to take") }
    if case .handOver(7) = pipe.offer(Self.bytes(20)) {} else { Issue.record("the reader does not get the bytes") }
    if case .empty = pipe.wait(8) {} else { Issue.record("there is something to take") }
    #expect(pipe.finish(.success(())) == 8)
    if case .end = pipe.wait(9) {} else { Issue.record("the body has not ended") }
    if case .unwanted = pipe.offer(Self.bytes(1)) {} else { Issue.record("bytes are taken after the end") }
  }

  @Test("bytes that have arrived come before the end and before an error; the first end counts")
  func order() {
    var pipe = BodyPipeState<Int>(capacity: 10)
    _ = pipe.offer(Self.bytes(4))
    #expect(pipe.finish(.failure(CancellationError())) == nil)
    #expect(pipe.finish(.success(())) == nil)
    #expect(Self.chunk(pipe.take())?.count == 4)
    for _ in 0..<2 {
      if case .failed(let error) = pipe.take() {
        #expect(error is CancellationError)
      } else {
        Issue.record("no error")
      }
    }
  }

  @Test("an abandoned pipe drops its bytes and wants no more, once")
  func abandoned() {
    var pipe = BodyPipeState<Int>(capacity: 10)
    _ = pipe.offer(Self.bytes(4))
    #expect(pipe.abandon() != nil)
    #expect(pipe.abandon() == nil)
    if case .unwanted = pipe.offer(Self.bytes(1)) {} else { Issue.record("bytes are wanted") }
    if case .failed = pipe.take() {} else { Issue.record("bytes are left") }
    #expect(pipe.finish(.success(())) == nil)
    var waiting = BodyPipeState<Int>(capacity: 10)
    _ = waiting.wait(5)
    #expect(waiting.abandon()?.reader == 5)
    var ended = BodyPipeState<Int>(capacity: 10)
    _ = ended.finish(.success(()))
    #expect(ended.abandon() == nil)
  }

  @Test("a pipe has one reader")
  func claims() {
    var pipe = BodyPipeState<Int>(capacity: 10)
    #expect(!pipe.isClaimed)
    let claims = (0..<3).map { _ in pipe.claim() }
    #expect(claims == [true, false, false])
    #expect(pipe.isClaimed)
  }

  /// What libcurl gets for room of so many bytes: their number, -1 for a wait that asks the source, -2 for another wait.
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
