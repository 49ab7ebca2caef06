public import CoreMetrics

extension PrometheusRegistry: MetricsFactory {
  /// A counter.
  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    Counting(series: counter(label, dimensions))
  }

  /// A counter of fractions.
  public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler
  {
    Counting(series: counter(label, dimensions))
  }

  /// A histogram, or a gauge that keeps the last value.
  public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    aggregate
      ? Distribution(series: histogram(label, dimensions)) : Last(series: gauge(label, dimensions))
  }

  /// A gauge.
  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    Last(series: gauge(label, dimensions))
  }

  /// A histogram in seconds.
  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    Distribution(series: histogram(label, dimensions))
  }

  /// Does nothing: counters live as long as the process.
  public func destroyCounter(_ handler: any CounterHandler) {}
  /// Does nothing: counters live as long as the process.
  public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  /// Does nothing: series live as long as the process.
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  /// Does nothing: series live as long as the process.
  public func destroyMeter(_ handler: any MeterHandler) {}
  /// Does nothing: series live as long as the process.
  public func destroyTimer(_ handler: any TimerHandler) {}
}

private final class Counting: CounterHandler, FloatingPointCounterHandler {
  let series: ValueSeries
  init(series: ValueSeries) { self.series = series }
  func increment(by amount: Int64) { series.add(Double(amount)) }
  func increment(by amount: Double) { series.add(amount) }
  func reset() { series.set(0) }
}

private final class Last: RecorderHandler, MeterHandler {
  let series: ValueSeries
  init(series: ValueSeries) { self.series = series }
  func record(_ value: Int64) { series.set(Double(value)) }
  func record(_ value: Double) { series.set(value) }
  func set(_ value: Int64) { series.set(Double(value)) }
  func set(_ value: Double) { series.set(value) }
  func increment(by amount: Double) { series.add(amount) }
  func decrement(by amount: Double) { series.add(-amount) }
}

private final class Distribution: RecorderHandler, TimerHandler {
  let series: HistogramSeries
  init(series: HistogramSeries) { self.series = series }
  func record(_ value: Int64) { series.record(Double(value)) }
  func record(_ value: Double) { series.record(value) }
  func recordNanoseconds(_ duration: Int64) { series.record(Double(duration) / 1e9) }
}
