extension UInt64 {
  /// The runs of consecutive numbers. The last and the first of all values count as consecutive.
  func runs(of all: UInt64) -> [[Int]] {
    var runs: [[Int]] = []
    for value in values {
      if runs.last?.last == value - 1 { runs[runs.count - 1].append(value) } else { runs.append([value]) }
    }
    if runs.count > 1, has(all.edge(.forward)), has(all.edge(.backward)) {
      let first = runs.removeFirst()
      runs[runs.count - 1] += first
    }
    return runs
  }

  /// The distance between the values, if it is the same between all of them and more than one, and there are enough
  /// values for a step to be clearer than a list.
  func stride(of all: UInt64) -> Int? {
    let values = self.values
    guard values.count > 2 else { return nil }
    let step = values[1] - values[0]
    guard step > 1, zip(values, values.dropFirst()).allSatisfy({ $1 - $0 == step }) else { return nil }
    return values.count > 4 || isEven(step, of: all) ? step : nil
  }

  /// Whether the values begin with the first of all values and keep the step across the end.
  func isEven(_ step: Int, of all: UInt64) -> Bool {
    has(all.edge(.forward)) && all.nonzeroBitCount % step == 0 && nonzeroBitCount == all.nonzeroBitCount / step
  }
}
