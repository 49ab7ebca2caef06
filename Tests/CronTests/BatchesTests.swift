import Testing

@testable import Cron

@Suite struct BatchesTests {
  @Test(arguments: [(0, [3]), (2, [3]), (3, [3, 3]), (7, [3, 3, 3])])
  func aChangeIsRepeatedUntilItFindsFewer(rows: Int, sizes: [Int]) async throws {
    var rest = rows
    var asked: [Int] = []
    try await inBatches(of: 3) { size in
      asked.append(size)
      let changed = min(size, rest)
      rest -= changed
      return changed
    }
    #expect(asked == sizes)
    #expect(rest == 0)
  }

  @Test func aCancelledRunBeginsNoFurtherBatch() async throws {
    let run = Task {
      var batches = 0
      await #expect(throws: CancellationError.self) {
        try await inBatches(of: 3) { size in
          batches += 1
          if batches == 2 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
          return batches < 5 ? size : 0
        }
      }
      return batches
    }
    #expect(await run.value == 2)
  }
}
