import NIOCore

/// A follower of ``EventRing``: a sequence of batches that ends when the host stops or its task is cancelled.
///
/// The ring keeps no state for a follower, which reads the records after the last one that it has seen. A slow follower
/// therefore costs the host nothing.
package struct EventTail: AsyncSequence, Sendable {
  package typealias Element = EventBatch
  package typealias Failure = Never

  private let ring: EventRing
  private let bufferSize: Int
  private let start: Position

  init(of ring: EventRing, bufferSize: Int) {
    self.ring = ring
    self.bufferSize = Swift.max(1, bufferSize)
    start = Position(endOf: ring)
  }

  package func makeAsyncIterator() -> Iterator { Iterator(ring: ring, bufferSize: bufferSize, position: start) }

  /// The places up to which the records were read.
  fileprivate struct Position: Sendable {
    /// The number of the newest record before any of these places was read.
    var sequence: UInt64
    var invocations: [Int]
    var logs: [Int]
    var deaths: [Int]

    init(endOf ring: EventRing) {
      sequence = ring.lastSequence
      invocations = ring.invocationLog.stripes.map(\.end)
      logs = ring.logLog.stripes.map(\.end)
      deaths = ring.deathLog.stripes.map(\.end)
    }
  }

  /// The reader of a follower.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let ring: EventRing
    fileprivate let bufferSize: Int
    fileprivate var position: Position

    /// Waits for the next batch; nil once the host stops or the task is cancelled.
    package mutating func next() async -> EventBatch? { await next(isolation: nil) }

    /// Waits for the next batch; nil once the host stops or the task is cancelled.
    package mutating func next(isolation actor: isolated (any Actor)?) async -> EventBatch? {
      while !Task.isCancelled {
        if let batch = take() { return batch }
        if ring.isEnded { return nil }
        await ring.waitForChange(after: position.sequence)
      }
      return nil
    }

    /// Waits for the next batch; an empty one after the time limit; nil once the host stops or the task is cancelled.
    package mutating func next(upTo limit: Duration) async -> EventBatch? {
      if let batch = take() { return batch }
      if !ring.isEnded, !Task.isCancelled {
        let (ring, sequence) = (ring, position.sequence)
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await ring.waitForChange(after: sequence) }
          group.addTask { try? await Task.sleep(for: limit, tolerance: .zero) }
          _ = await group.next()
          group.cancelAll()
        }
      }
      if let batch = take() { return batch }
      return ring.isEnded || Task.isCancelled ? nil : EventBatch(events: [], missed: 0)
    }

    /// The records since the last batch; nil if there are none.
    package mutating func take() -> EventBatch? {
      position.sequence = ring.lastSequence
      var events: [RingEvent] = []
      var missed = 0
      Self.take(ring.invocationLog, &position.invocations, bufferSize, &events, &missed, RingEvent.invocation)
      Self.take(ring.logLog, &position.logs, bufferSize, &events, &missed, RingEvent.log)
      Self.take(ring.deathLog, &position.deaths, bufferSize, &events, &missed, RingEvent.death)
      events.sort { $0.sequence < $1.sequence }
      if events.count > bufferSize {
        missed += events.count - bufferSize
        events.removeFirst(events.count - bufferSize)
      }
      return events.isEmpty && missed == 0 ? nil : EventBatch(events: events, missed: missed)
    }

    private static func take<Record>(
      _ log: RecordLog<Record>, _ positions: inout [Int], _ limit: Int, _ events: inout [RingEvent],
      _ missed: inout Int, _ event: (Record) -> RingEvent
    ) {
      for index in positions.indices {
        let (records, dropped) = log.stripes[index].take(from: &positions[index], limit: limit)
        events.append(contentsOf: records.map(event))
        missed += dropped
      }
    }
  }
}
