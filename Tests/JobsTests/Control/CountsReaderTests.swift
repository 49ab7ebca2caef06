import Edge
import Foundation
import Synchronization
import Testing

@testable import Jobs

@Suite struct CountsReaderTests {
  /// Readings that a test lets run.
  private final class Readings: Sendable {
    private let begun = Mutex<[@Sendable () async throws -> Void]>([])

    var count: Int { begun.withLock(\.count) }
    func add(_ reading: @escaping @Sendable () async throws -> Void) { begun.withLock { $0.append(reading) } }
    func runAll() async throws {
      for reading in begun.withLock(\.self) { try await reading() }
      begun.withLock { $0 = [] }
    }
  }

  @Test func aCallerDoesNotWaitLongAndAnotherGetsTheResult() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([Function("ping", access: .serviceRole) { _ in NoContent() }])
    let counts = CountsReader(store: system.store, registries: system.registries, patience: .zero)
    let readings = Readings()
    for _ in 1...2 {
      await #expect(throws: FunctionError.self) { try await counts.counts { readings.add($0) } }
    }
    #expect(readings.count == 1, "both callers wait for the same reading")
    try await readings.runAll()
    let names = try await counts.counts { readings.add($0) }.functions.map(\.name)
    #expect(names == ["ping"])

    await counts.invalidate()
    #expect(try await counts.counts { readings.add($0) }.functions.map(\.name) == names, "the last counts")
    #expect(readings.count == 1, "which are read again")
  }
}
