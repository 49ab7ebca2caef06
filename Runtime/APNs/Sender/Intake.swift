import NIOCore

/// The queue in front of a full destination. Its sources take turns, and a batch gives one notification at a time.
struct Intake {
  enum Source {
    case single(Delivery)
    case batch(Batch, indices: [Int], next: Int)
  }

  private var sources = CircularBuffer<Source>()

  var isEmpty: Bool { sources.isEmpty }

  mutating func append(_ delivery: Delivery) {
    sources.append(.single(delivery))
  }

  mutating func append(_ batch: Batch, _ indices: [Int]) {
    if !indices.isEmpty { sources.append(.batch(batch, indices: indices, next: 0)) }
  }

  mutating func next() -> Delivery? {
    switch sources.popFirst() {
    case nil: return nil
    case .single(let delivery): return delivery
    case .batch(let batch, let indices, let next):
      if next + 1 < indices.count { sources.append(.batch(batch, indices: indices, next: next + 1)) }
      return Delivery(batch, index: indices[next])
    }
  }

  mutating func cancel(_ id: DeliveryID) -> Delivery? {
    var found: Delivery?
    sources.removeAll { source in
      guard case .single(let delivery) = source, delivery.id == id else { return false }
      found = delivery
      return true
    }
    return found
  }

  mutating func cancel(_ batch: Batch) {
    sources.removeAll { source in
      if case .batch(let other, _, _) = source { other === batch } else { false }
    }
  }
}
