import Synchronization

/// A histogram: the number of values in each bucket. Prometheus' format makes the buckets cumulative.
final class HistogramSeries: Sendable {
  /// The bounds of durations in seconds, from a millisecond to the wall clock limit.
  static let latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 150, 400]

  struct State {
    var counts: [UInt64]
    var sum = 0.0
    var total: UInt64 = 0
  }

  let bounds: [Double]
  private let state: Mutex<State>

  init(bounds: [Double] = latencyBuckets) {
    self.bounds = bounds
    state = Mutex(State(counts: [UInt64](repeating: 0, count: bounds.count)))
  }

  func record(_ value: Double) {
    let index = bounds.firstIndex { value <= $0 }
    state.withLock { state in
      if let index { state.counts[index] += 1 }
      state.sum += value
      state.total += 1
    }
  }

  var current: State { state.withLock { $0 } }
}
