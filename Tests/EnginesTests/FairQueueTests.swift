import Testing

@testable import Engines

@Suite struct FairQueueTests {
  private func queue(_ entries: [(String, String?)]) -> FairQueue<String> {
    var queue = FairQueue<String>()
    for (index, entry) in entries.enumerated() { queue.append(entry.0, as: UInt64(index), of: entry.1) }
    return queue
  }

  @Test func usersTakeTurnsAndTheElementsOfOneLeaveInOrder() {
    var queue = queue([("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("1", nil), ("b2", "b")])
    #expect(queue.count == 6)
    var order: [String] = []
    while let entry = queue.takeFirst() { order.append(entry.element) }
    #expect(order == ["a1", "b1", "1", "a2", "b2", "a3"])
    #expect(queue.isEmpty && queue.count == 0)
  }

  @Test func aUserWhoseShareIsUsedUpIsPassedOverAndKeepsItsTurn() {
    var shares = UserShares(of: 4)
    shares.take("a")
    shares.take("a")
    var queue = queue([("a1", "a"), ("b1", "b"), ("b2", "b")])
    #expect(queue.takeFirst(within: shares)?.element == "b1")
    shares.take("b")
    #expect(queue.takeFirst(within: shares) == nil)
    shares.giveBack("a")
    #expect(queue.takeFirst(within: shares)?.element == "a1")
  }

  @Test func anElementCanLeaveEarly() {
    var queue = queue([("a1", "a"), ("a2", "a"), ("b1", "b")])
    #expect(queue.remove(1) == "a2")
    #expect(queue.remove(1) == nil)
    #expect(queue.remove(2) == "b1")
    #expect(queue.firsts.map(\.element) == ["a1"])
    #expect(queue.takeAll { $0 == "a1" }.map(\.element) == ["a1"])
    #expect(queue.isEmpty)
  }

  @Test(arguments: [
    (size: 16, each: 12, together: 14), (size: 6, each: 4, together: 5), (size: 4, each: 2, together: 3),
    (size: 3, each: 3, together: 3), (size: 2, each: 2, together: 2), (size: 1, each: 1, together: 1),
  ])
  func aUserLeavesConnectionsToOthersAndAllLeaveSomeToTheProgram(size: Int, each: Int, together: Int) {
    var shares = UserShares(of: size)
    var own = 0
    while shares.admits("a") {
      shares.take("a")
      own += 1
    }
    #expect(own == each)
    var others = 0
    while shares.admits("b\(others)") {
      shares.take("b\(others)")
      others += 1
    }
    #expect(own + others == together)
    #expect(shares.admits(nil))
    shares.giveBack("a")
    #expect(shares.admits("a"))
  }
}
