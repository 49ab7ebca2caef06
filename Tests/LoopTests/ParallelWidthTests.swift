import Foundation
import Synchronization
import Testing

#if compiler(>=6.3)
  /// The bound that `Scripts/stages.sh` sets on the tests that run at a time. Swift Testing calls the variable
  /// experimental, so a toolchain may drop it without a word; 6.3 is the first that knows it.
  @Suite struct ParallelWidthTests {
    private static let width = ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"]
      .flatMap { Int($0) }
    private static let running = Atomic(0)

    @Test(.enabled(if: width != nil, "no bound is set"), arguments: 0..<64)
    func noMoreTestsRunAtATime(_ number: Int) async throws {
      let width = try #require(Self.width)
      #expect(Self.running.add(1, ordering: .sequentiallyConsistent).newValue <= width)
      for _ in 0..<1000 { await Task.yield() }
      Self.running.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
#endif
