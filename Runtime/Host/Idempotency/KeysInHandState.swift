/// The keys whose first request is in hand, with the requests that wait for its answer, as a state machine without I/O.
struct KeysInHandState {
  /// The decision about a request.
  enum Admission: Equatable {
    /// It is the first one: it runs.
    case runs
    /// It waits until the first one has ended.
    case waits
    /// It is another request than the first one.
    case isReused
  }

  /// The end of a request's wait.
  enum Wake: Equatable {
    /// It gets the first request's answer.
    case answered(ticket: UInt64, StoredAnswer)
    /// The first request has left no answer, so this one runs.
    case runs(ticket: UInt64)
  }

  private struct Run {
    let payload: PayloadDigest
    /// The tickets of the requests that wait.
    var waiting: [UInt64] = []
  }

  private var runs: [KeyID: Run] = [:]

  var count: Int { runs.count }

  /// Admits a request under a ticket that no other one has.
  mutating func enter(_ id: KeyID, _ payload: PayloadDigest, ticket: UInt64) -> Admission {
    guard let run = runs[id] else {
      runs[id] = Run(payload: payload)
      return .runs
    }
    guard run.payload == payload else { return .isReused }
    runs[id]?.waiting.append(ticket)
    return .waits
  }

  /// Ends the request that runs. If it has left no answer, the one that waited longest runs.
  mutating func finish(_ id: KeyID, _ answer: StoredAnswer?) -> [Wake] {
    guard let run = runs[id] else { return [] }
    if let answer {
      runs[id] = nil
      return run.waiting.map { .answered(ticket: $0, answer) }
    }
    guard let next = run.waiting.first else {
      runs[id] = nil
      return []
    }
    runs[id]?.waiting.removeFirst()
    return [.runs(ticket: next)]
  }

  /// Removes a request that waits no longer; false if its wait had ended.
  mutating func giveUp(_ id: KeyID, ticket: UInt64) -> Bool {
    guard let index = runs[id]?.waiting.firstIndex(of: ticket) else { return false }
    runs[id]?.waiting.remove(at: index)
    return true
  }
}
