/// The state machine that plays a script: it counts requests and connections, and returns faults. Its only randomness
/// is the script's seed.
struct FaultPlayer {
  let script: FaultScript
  private var requests: Track
  private var connections: Track
  /// The number of times that each fault was played, by name.
  private(set) var played: [String: Int] = [:]

  init(_ script: FaultScript = FaultScript()) {
    self.script = script
    requests = Track(script, .requests)
    connections = Track(script, .connections)
  }

  mutating func nextRequest() -> FaultScript.Choice? { count(requests.next()) }

  mutating func nextConnection() -> FaultScript.Choice? { count(connections.next()) }

  /// The number of requests or connections since the script began.
  func position(_ scope: FaultScript.Step.Scope) -> Int {
    scope == .requests ? requests.position : connections.position
  }

  private mutating func count(_ choice: FaultScript.Choice?) -> FaultScript.Choice? {
    if let choice { played[choice.fault.name, default: 0] += 1 }
    return choice
  }
}

/// The position in the steps of one scope.
private struct Track {
  private var steps: ArraySlice<FaultScript.Step>
  private var left: Int?
  private var random: SplitMix
  private(set) var position = 0

  init(_ script: FaultScript, _ scope: FaultScript.Step.Scope) {
    steps = script.steps.filter { $0.scope == scope && $0.count != 0 }[...]
    left = steps.first?.count
    random = SplitMix(state: script.seed)
  }

  mutating func next() -> FaultScript.Choice? {
    position += 1
    guard let step = steps.first else { return nil }
    if let count = left {
      left = count - 1
      if count == 1 {
        steps.removeFirst()
        left = steps.first?.count
      }
    }
    guard !step.faults.isEmpty else { return nil }
    var chance = random.fraction()
    for choice in step.faults {
      if chance < choice.share { return choice }
      chance -= choice.share
    }
    return nil
  }
}
