import NIOCore
import Testing

@testable import HTTPCalls

@Suite("The rules of a response's pipe")
struct ResponsePipeStateTests {
  private static func bytes(_ count: Int) -> ByteBuffer { ByteBuffer(repeating: 1, count: count) }

  private static func chunk(_ step: ResponsePipeState<Int>.Step) -> (count: Int, resumes: Bool)? {
    if case .chunk(let chunk, let resumes) = step { (chunk.readableBytes, resumes) } else { nil }
  }

  @Test("a pipe is full from its capacity on, and resumes when it is emptied")
  func capacity() throws {
    var pipe = ResponsePipeState<Int>(capacity: 10)
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
    var pipe = ResponsePipeState<Int>(capacity: 10)
    if case .empty = pipe.wait(7) {} else { Issue.record("there is something to take") }
    if case .handOver(7) = pipe.offer(Self.bytes(20)) {} else { Issue.record("the reader does not get the bytes") }
    if case .empty = pipe.wait(8) {} else { Issue.record("there is something to take") }
    #expect(pipe.finish(.success(())) == 8)
    if case .end = pipe.wait(9) {} else { Issue.record("the body has not ended") }
    if case .unwanted = pipe.offer(Self.bytes(1)) {} else { Issue.record("bytes are taken after the end") }
  }

  @Test("bytes that have arrived come before the end and before an error; the first end counts")
  func order() {
    var pipe = ResponsePipeState<Int>(capacity: 10)
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
    var pipe = ResponsePipeState<Int>(capacity: 10)
    _ = pipe.offer(Self.bytes(4))
    #expect(pipe.abandon() != nil)
    #expect(pipe.abandon() == nil)
    if case .unwanted = pipe.offer(Self.bytes(1)) {} else { Issue.record("bytes are wanted") }
    if case .failed = pipe.take() {} else { Issue.record("bytes are left") }
    #expect(pipe.finish(.success(())) == nil)
    var waiting = ResponsePipeState<Int>(capacity: 10)
    _ = waiting.wait(5)
    #expect(waiting.abandon()?.reader == 5)
    var ended = ResponsePipeState<Int>(capacity: 10)
    _ = ended.finish(.success(()))
    #expect(ended.abandon() == nil)
  }

  @Test("a pipe has one reader")
  func claims() {
    var pipe = ResponsePipeState<Int>(capacity: 10)
    #expect(!pipe.isClaimed)
    let claims = (0..<3).map { _ in pipe.claim() }
    #expect(claims == [true, false, false])
    #expect(pipe.isClaimed)
  }
}
