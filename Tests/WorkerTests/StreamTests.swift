import Edge
import Foundation
import Loop
import NIOCore
import Testing

@testable import Channel
@testable import Worker

/// Bodies that are streams, cancellation, background work, and the end of a worker.
@Suite(.timeLimit(.minutes(10))) struct StreamTests {
  @Test func bothBodiesAreStreams() async throws {
    let echo = Function<OpenAccess, Request>.raw("echo", access: .anyone) { request, _ in
      .stream(contentType: "text/plain") { writer in
        for try await chunk in request.body { try await writer.write(chunk) }
      }
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [echo])) { host in
      var message = CallMessage.to("echo")
      message.body = .stream(length: nil)
      let exchange = try host.open(message, hasBody: true)
      let part = String(repeating: "x", count: 300 << 10)
      async let sent: Void = {
        for _ in 0..<3 { try await exchange.write(ByteBuffer(string: part)) }
        exchange.end()
      }()
      guard case .response(.ok, _, .stream(nil)) = try CallAnswer(payload: try await exchange.answer()) else {
        Issue.record("The answer has no stream")
        return
      }
      let body = try #require(exchange.body)
      #expect(try await body.text().utf8.count == 3 * part.utf8.count)
      try await sent
      await exchange.finished()
    }
  }

  @Test func aBodyThatBreaksOffThrowsTheHostsError() async throws {
    let read = Function<OpenAccess, Request>.raw("read", access: .anyone) { request, _ in
      _ = try await request.body.collect(upTo: 1 << 20)
      return .noContent
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [read])) { host in
      var message = CallMessage.to("read")
      message.body = .stream(length: nil)
      let exchange = try host.open(message, hasBody: true)
      exchange.fail(WireError(FunctionError.payloadTooLarge(limit: 5)).reason)
      guard case .functionError(let error) = try CallAnswer(payload: try await exchange.answer()) else {
        Issue.record("The error is another")
        return
      }
      #expect(error.code == .payloadTooLarge)
    }
  }

  @Test func aCallWithBackgroundWorkIsDoneWithIt() async throws {
    let (go, goOn) = AsyncStream.makeStream(of: Void.self)
    let work = Function("work", access: .anyone) { (context: Context<OpenAccess>) in
      context.background { for await _ in go { break } }
      return "answered"
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [work])) { host in
      let exchange = try host.open(.to("work"))
      var operations = host.events.makeAsyncIterator()
      var announced: IncomingExchange?
      while announced == nil, let event = await operations.next() {
        if case .opened(let operation) = event { announced = operation }
      }
      announced?.answer(OperationAnswer.value(Nothing()).payload)
      #expect(try CallAnswer(payload: try await exchange.answer()).whole?.text == "\"answered\"")
      #expect(!exchange.isDone)
      goOn.yield()
      while let event = await operations.next() {
        guard case .note(let payload, let id) = event, id == announced?.id else { continue }
        #expect(try BackgroundNote(payload: payload) == .ended)
        break
      }
      announced?.done()
      await exchange.finished()
    }
  }

  @Test func aLongBodyIsAStream() async throws {
    let long = Function<OpenAccess, Request>.raw("long", access: .anyone) { _, _ in
      .text(String(repeating: "y", count: 200_000))
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [long])) { host in
      let exchange = try host.open(.to("long"))
      guard case .response(_, _, .stream(200_000?)) = try CallAnswer(payload: try await exchange.answer()) else {
        Issue.record("The answer has no stream of its length")
        return
      }
      #expect(try await exchange.body?.text().utf8.count == 200_000)
    }
  }

  @Test func aCancelledCallsTaskIsCancelled() async throws {
    let (began, begun) = AsyncStream.makeStream(of: Void.self)
    let (never, goOn) = AsyncStream.makeStream(of: Void.self)
    let wait = Function("wait", access: .anyone) { (_: Context<OpenAccess>) -> NoContent in
      begun.yield()
      for await _ in never {}
      try Task.checkCancellation()
      return NoContent()
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [wait])) { host in
      let exchange = try host.open(.to("wait"))
      for await _ in began { break }
      exchange.cancel()
      guard case .cancelled = try CallAnswer(payload: try await exchange.answer()) else {
        Issue.record("The handler went on")
        return
      }
    }
    goOn.finish()
  }

  @Test func aRetiredWorkerEndsAfterItsLastCall() async throws {
    let (began, begun) = AsyncStream.makeStream(of: Void.self)
    let (go, goOn) = AsyncStream.makeStream(of: Void.self)
    let wait = Function("wait", access: .anyone) { (_: Context<OpenAccess>) in
      begun.yield()
      for await _ in go { break }
      return "done"
    }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [wait])) { host in
      let exchange = try host.open(.to("wait"))
      for await _ in began { break }
      host.channel?.note(WorkerNote.retire.payload)
      for await case .note(let payload, 0) in host.events {
        #expect(try WorkerNote(payload: payload) == .retiring)
        break
      }
      goOn.yield()
      #expect(try CallAnswer(payload: try await exchange.answer()).whole?.text == "\"done\"")
      for await end in host.over {
        #expect(end == .retired)
        break
      }
    }
  }

  @Test func aCallThatComesWhileARetiredWorkerEndsDoesNotBegin() async throws {
    let greet = Function("greet", access: .anyone) { (_: Context<OpenAccess>) -> String in "hello" }
    try await ScriptedHost.run(Worker.Bundle("test", functions: [greet])) { host in
      for await case .hello in host.events { break }
      var opened: OutgoingExchange?
      // Both frames go in one write, so that the worker has read the call before it can end.
      WakeUps.batch { _ in
        host.channel?.note(WorkerNote.retire.payload)
        opened = try? host.open(.to("greet"))
      }
      let exchange = try #require(opened)
      await #expect(throws: ChannelClosed.self) { try await exchange.answer() }
      for await end in host.over {
        #expect(end == .retired)
        break
      }
    }
  }

  @Test func aWorkerEndsWithItsChannel() async throws {
    try await ScriptedHost.run(Worker.Bundle("test")) { host in
      for await case .hello in host.events { break }
      host.channel?.close()
      for await end in host.over {
        #expect(end == .closed(.hangUp))
        break
      }
    }
  }

  @Test func aCallThatCannotBeReadEndsTheWorker() async throws {
    try await ScriptedHost.run(Worker.Bundle("test")) { host in
      let exchange = try #require(try host.channel?.open(ByteBuffer(string: "garbage")))
      await #expect(throws: ChannelClosed.self) { try await exchange.answer() }
      for await end in host.over {
        guard case .refused = end else {
          Issue.record("The end is another: \(end)")
          return
        }
        break
      }
    }
  }
}
