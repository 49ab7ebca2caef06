import Channel
import Edge
import Foundation
import SwiftletTesting
import Testing

@testable import Worker

/// What hints do in the host and in a worker alike.
@Suite("Hints of changes", .timeLimit(.minutes(10)))
struct RemoteChangesTests {
  enum Kind: CaseIterable { case host, worker }

  private func with(
    _ kind: Kind, _ host: ChangeHints = ChangeHints(), _ test: (ChangeHints, ChangeHints) async throws -> Void
  ) async throws {
    switch kind {
    case .host: try await test(host, host)
    case .worker:
      var call = LinkedCall()
      call.changes = host
      try await call.run { link in
        try await test(ChangeHints(of: RemoteChanges(link.services)), host)
        #expect(link.violations == [])
      }
      #expect(host.count == 0)
    }
  }

  private let topic = ChangeTopic("order", UUID())

  @Test(arguments: Kind.allCases) func aSignalWakesASubscription(_ kind: Kind) async throws {
    try await with(kind) { hints, _ in
      let subscription = try hints.subscribe(to: topic, by: UUID())
      hints.signal(topic)
      #expect(try await subscription.next(upTo: .seconds(600)) == .hint)
      let other = ChangeTopic("order", UUID())
      let others = try hints.subscribe(to: other, by: UUID())
      hints.signal(other)
      #expect(try await others.next(upTo: .seconds(600)) == .hint)
      #expect(try await subscription.next(upTo: .zero) == .timeout)
      hints.signal(topic)
      #expect(try await subscription.next(upTo: .seconds(600)) == .hint)
    }
  }

  @Test(arguments: Kind.allCases) func theEndOfTheHostEndsTheWait(_ kind: Kind) async throws {
    try await with(kind) { hints, host in
      let subscription = try hints.subscribe(to: topic, by: UUID())
      hints.signal(topic)
      #expect(try await subscription.next(upTo: .seconds(600)) == .hint)
      host.close()
      // A hint may come before the end.
      while try await subscription.next(upTo: .seconds(600)) != .closed {}
    }
  }

  @Test(arguments: Kind.allCases) func aCallerHasSoMany(_ kind: Kind) async throws {
    try await with(kind, ChangeHints(capacityOfCaller: 1)) { hints, _ in
      let caller = UUID()
      let first = try hints.subscribe(to: topic, by: caller)
      // A function that streams its response asks without a wait.
      for wait in [Duration.zero, .seconds(600)] {
        let error = await #expect(throws: FunctionError.self) {
          let second = try hints.subscribe(to: topic, by: caller)
          _ = try await second.next(upTo: wait)
        }
        #expect(error?.code == .rateLimitExceeded)
      }
      withExtendedLifetime(first) {}
    }
  }

  @Test func aCancelledWaitDoesNotDecideForALaterOne() async throws {
    let subscription = RemoteSubscription()
    let cancelled = Task { try await subscription.isClosed() }
    cancelled.cancel()
    #expect(try await !cancelled.value)
    // It waits before the notes come.
    let later = Task.immediate { try await subscription.isClosed() }
    subscription.noted(HintNote.closed.payload)
    subscription.noted(HintNote.granted.payload)
    #expect(try await later.value)
  }
}
