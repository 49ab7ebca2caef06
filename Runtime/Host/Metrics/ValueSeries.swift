import Synchronization

/// The value of a counter or a gauge.
final class ValueSeries: Sendable {
  private let value = Mutex(0.0)

  func add(_ amount: Double) { value.withLock { $0 += amount } }
  func set(_ amount: Double) { value.withLock { $0 = amount } }
  var current: Double { value.withLock { $0 } }
}
