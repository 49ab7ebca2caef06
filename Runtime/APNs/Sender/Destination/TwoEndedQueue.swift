/// A queue with constant-time insertion at both ends.
struct TwoEndedQueue<Element> {
  /// Elements that were inserted at the front, in reverse order.
  private var front: [Element] = []
  private var back: [Element?] = []
  private var head = 0

  var isEmpty: Bool { front.isEmpty && head == back.count }

  mutating func append(_ element: Element) {
    back.append(element)
  }

  mutating func prepend(_ element: Element) {
    front.append(element)
  }

  mutating func popFirst() -> Element? {
    if let element = front.popLast() { return element }
    guard head < back.count else { return nil }
    defer {
      back[head] = nil
      head += 1
      if head == back.count {
        back.removeAll(keepingCapacity: head <= 4096)
        head = 0
      } else if head >= 1024, head * 2 >= back.count {
        back.removeFirst(head)
        head = 0
      }
    }
    return back[head]
  }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    front.removeAll(where: isUnwanted)
    back = back[head...].filter { $0.map { !isUnwanted($0) } ?? false }
    head = 0
  }
}
