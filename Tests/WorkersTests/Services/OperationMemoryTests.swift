import Channel
import Testing

@testable import Workers

/// The memory of a worker's long operations.
@Suite struct OperationMemoryTests {
  @Test func theSharesOfAllOperationsAreBoundedTogether() throws {
    let memory = OperationMemory()
    var first: OperationMemory.Lease? = memory.lease()
    let second = memory.lease()
    try first?.add(OperationMemory.limit - 10)
    try second.add(10)
    #expect(throws: RemoteError.self) { try second.add(1) }
    // What was refused is not counted, and the end of an operation gives its share back.
    first = nil
    try second.add(OperationMemory.limit - 10)
    #expect(throws: RemoteError.self) { try memory.lease().add(1) }
    #expect(memory.refusal != nil)
  }

  @Test func whatHasTakenEffectIsCountedAndFurtherOperationsAreRefused() {
    let memory = OperationMemory()
    #expect(memory.refusal == nil)
    do {
      let lease = memory.lease()
      lease.count(OperationMemory.limit + 1)
      #expect(memory.refusal != nil)
    }
    #expect(memory.refusal == nil)
  }
}
