import Testing

@testable import Host

/// What an exchange has of the budget is given back once, whatever still adds to it.
@Suite struct HeldMemoryTests {
  @Test func memoryIsReleasedOnce() {
    let memory = HeldMemory()
    var added = [memory.add(3), memory.add(4)]
    #expect(memory.bytes == 7)
    #expect(memory.takeAll() == 7)
    #expect(memory.bytes == 0)
    added.append(memory.add(5))
    #expect(memory.end() == 5)
    #expect(memory.end() == 0)
    #expect(memory.takeAll() == 0)
    added.append(memory.add(1))
    #expect(added == [true, true, true, false])
    // It asks for no more then.
    #expect(memory.bytes > 1 << 60)
  }
}
