import Edge
import Loop
import Testing

@testable import Host

/// Idempotent calls of functions that need a place, such as one of a worker.
@Suite(.timeLimit(.minutes(10))) struct PlacedCallTests {
  @Test func aCallWaitsForItsPlaceWithoutTheDatabase() async throws {
    let function = PlacedFunction(waits: true)
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      async let call = host.call("placed", key: "k")
      _ = await function.isAsked.value()
      // A SQLite file has one writer, which the call does not keep.
      try await host.database.execute(Effects.insert("meanwhile"))
      function.isFree.fulfil(true)
      #expect(try await call.status == 200)
      #expect(try await host.notes() == ["meanwhile", "a"])
      #expect(function.freed.value == 1)
    }
  }

  @Test func aCallKeepsTheDatabaseFromItsFirstStatementOn() async throws {
    let (isReading, isRead) = (Promise<Bool>(), Promise<Bool>())
    let function = PlacedFunction {
      isReading.fulfil(true)
      _ = await isRead.value()
    }
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      async let call = host.call("placed", key: "k")
      _ = await isReading.value()
      // A SQLite file has one writer, which the call does not keep.
      try await host.database.execute(Effects.insert("meanwhile"))
      isRead.fulfil(true)
      #expect(try await call.status == 200)
      #expect(try await host.notes() == ["meanwhile", "a"])
      #expect(try await host.call("placed", key: "k").isReplayed)
    }
  }

  @Test func aCallWhosePlaceIsLostTakesAnother() async throws {
    let function = PlacedFunction(losses: 2)
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      #expect(try await host.call("placed", key: "k").status == 200)
      #expect(function.freed.value == 3)
      #expect(try await host.call("placed", key: "k").isReplayed)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func aCallWhosePlaceIsLostWhileItWaitsTakesAnother() async throws {
    let function = PlacedFunction(waits: true, losingWaits: 2)
    function.isFree.fulfil(true)
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      #expect(try await host.call("placed", key: "k").status == 200)
      #expect(function.freed.value == 1)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func aCallWhosePlacesAreAllLostIsNotStored() async throws {
    let function = PlacedFunction(losses: 3)
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      let refused = try await host.call("placed", key: "k")
      #expect(refused.status == 503)
      #expect(refused["retry-after"] == "1")
      let again = try await host.call("placed", key: "k")
      #expect(again.status == 200)
      #expect(!again.isReplayed)
      #expect(try await host.notes() == ["a"])
    }
  }

  @Test func aReplayNeedsNoPlace() async throws {
    let function = PlacedFunction()
    try await SharedHosts.run(functions: [function]) { (host) async throws in
      #expect(try await host.call("placed", key: "k").status == 200)
      function.close()
      #expect(try await host.call("placed", key: "k").isReplayed)
      #expect(try await host.call("placed", key: "k2").status == 503)
    }
  }
}
