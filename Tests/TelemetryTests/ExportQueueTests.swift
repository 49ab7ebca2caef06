import SeededRandom
import Testing

@testable import Telemetry

@Suite struct ExportQueueTests {
  private func item(_ number: UInt8, size: Int = 1, count: Int = 1) -> ExportItem {
    ExportItem(bytes: [UInt8](repeating: number, count: size), count: count)
  }

  private func numbers(_ items: [ExportItem]) -> [UInt8] { items.compactMap(\.bytes.first) }

  @Test func theOldestAreDroppedAboveTheNumber() {
    var queue = ExportQueue(mostItems: 3, mostBytes: 1000)
    #expect((1...5).map { queue.append(item($0, count: 2)) } == [0, 0, 0, 2, 2])
    #expect(queue.count == 3 && queue.bytes == 3)
    #expect(numbers(queue.removeBatch(mostItems: 9, mostBytes: 1000)) == [3, 4, 5])
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func theOldestAreDroppedAboveTheBytes() {
    var queue = ExportQueue(mostItems: 100, mostBytes: 10)
    #expect(queue.append(item(1, size: 6)) == 0)
    #expect(queue.append(item(2, size: 4)) == 0)
    #expect(queue.append(item(3, size: 1)) == 1)
    #expect(queue.append(item(4, size: 11, count: 7)) == 7)
    #expect(queue.bytes == 5)
    #expect(queue.append(item(5, size: 10)) == 2)
    #expect(numbers(queue.removeBatch(mostItems: 9, mostBytes: 1000)) == [5])
  }

  @Test func aBatchIsBoundedButHasOneItem() {
    var queue = ExportQueue(mostItems: 100, mostBytes: 100)
    for number in UInt8(1)...6 { _ = queue.append(item(number, size: number == 3 ? 50 : 10)) }
    #expect(numbers(queue.removeBatch(mostItems: 2, mostBytes: 100)) == [1, 2])
    #expect(numbers(queue.removeBatch(mostItems: 2, mostBytes: 20)) == [3])
    #expect(numbers(queue.removeBatch(mostItems: 5, mostBytes: 20)) == [4, 5])
    #expect(queue.count == 1 && queue.bytes == 10)
    #expect(queue.removeAll() == 1)
    #expect(queue.isEmpty && queue.bytes == 0)
  }

  @Test func whatIsPutBackIsTheOldest() {
    var queue = ExportQueue(mostItems: 4, mostBytes: 100)
    for number in UInt8(1)...3 { _ = queue.append(item(number)) }
    let batch = queue.removeBatch(mostItems: 2, mostBytes: 100)
    for number in UInt8(4)...5 { _ = queue.append(item(number)) }
    #expect(queue.putBack(batch) == 1)
    #expect(numbers(queue.removeBatch(mostItems: 9, mostBytes: 100)) == [2, 3, 4, 5])
  }

  @Test func itHoldsItsBoundsOverManyItems() {
    var queue = ExportQueue(mostItems: 50, mostBytes: 400)
    var random = SeededGenerator(state: 1)
    var (added, removed) = (0, 0)
    for _ in 0..<5000 {
      added += 1
      removed += queue.append(item(1, size: Int.random(in: 1...20, using: &random)))
      #expect(queue.count <= 50 && queue.bytes <= 400)
      guard Int.random(in: 0..<20, using: &random) == 0 else { continue }
      let batch = queue.removeBatch(mostItems: 30, mostBytes: 200)
      if Bool.random(using: &random) { removed += queue.putBack(batch) } else { removed += batch.count }
    }
    #expect(added == removed + queue.count)
  }
}
