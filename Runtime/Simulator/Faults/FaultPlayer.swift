/// Plays a script: request number in, fault out. No clock, no chance but the seed's.
struct FaultPlayer {
  let script: FaultScript
  private var requests: Track
  private var connections: Track
  /// How often each fault was played, by name.
  private(set) var played: [String: Int] = [:]

  init(_ script: FaultScript = FaultScript()) {
    self.script = script
    requests = Track(script, .requests)
    connections = Track(script, .connections)
  }

  /// What goes wrong with the next request.
  mutating func nextRequest() -> FaultScript.Choice? { count(requests.next()) }

  /// What goes wrong with the next connection.
  mutating func nextConnection() -> FaultScript.Choice? { count(connections.next()) }

  /// How many requests, or connections, have been counted since the script began.
  func position(_ scope: FaultScript.Step.Scope) -> Int {
    scope == .requests ? requests.position : connections.position
  }

  private mutating func count(_ choice: FaultScript.Choice?) -> FaultScript.Choice? {
    if let choice { played[choice.fault.name, default: 0] += 1 }
    return choice
  }
}

/// The steps of one scope.
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

/// SplitMix64 (Steele, Lea, Flood 2014): the same everywhere for the same seed.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 up to 1, 1 excluded.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
