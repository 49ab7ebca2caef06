import Database
import Edge
import Synchronization

/// Runs the requests with an idempotency key: each once, with its answer stored in the transaction of its changes.
///
/// In this process a second request with the same key waits for the first one (``KeysInHand``). On other hosts an
/// advisory lock of the first one's transaction keeps it waiting, and the table's unique ids keep a second answer from
/// being stored.
///
/// On SQLite the transaction of a function in a worker, or with a long input, begins with its first statement: reading
/// the input would keep the only writer from all other calls. On Postgres it has the key's lock from the start.
///
/// A call gets the place that its function needs, such as one of a worker, before its transaction begins. A transaction
/// that waited for a place would keep the writer, or a connection, from the calls that are to free the place.
///
/// A transaction that begins again, after a statement that failed, takes the lock again at once. If another host has
/// taken it meanwhile, the call's further statements fail and it gets that host's answer.
final class IdempotentCalls: Sendable {
  /// A request with a key.
  struct Call: Sendable {
    let id: KeyID
    let payload: PayloadDigest
    /// The caller to whom the answer counts; nil for the service role, which has no bound.
    let caller: AnswerAllowance.Caller?
    let services: Services
    /// The places for the function's calls.
    let places: CallPlaces
    /// Whether reading the input may take long.
    let isLong: Bool
    /// Runs the function at a place, with the given services.
    let run: @Sendable (CallPlace, Services) async throws -> Response
    /// Makes the response to an error of the function.
    let describe: @Sendable (any Error) -> Response
  }

  /// The result of a request.
  struct Outcome: Sendable {
    var response: Response
    /// Whether it is the answer to an earlier request.
    var isReplayed = false
    /// The function's error; nil if it threw none, or did not run.
    var error: (any Error)?
    /// Whether the response is stored. A function's own 429 is not: it says that the same request may succeed later.
    var isStored: Bool { (error as? FunctionError)?.status != .tooManyRequests }
  }

  private enum Attempt: Sendable {
    case ran(Outcome, StoredAnswer?)
    case answered(StoredAnswer)
    case inHandElsewhere
    /// The place was gone before the function began.
    case placeLost
  }

  /// The most attempts of a call whose places are lost.
  private static let mostPlaces = 3

  private let database: Database
  private let store: KeyStore
  let inHand: KeysInHand
  private let patience: Duration
  private let clock: any Clock<Duration>
  private let wallClock: WallClock
  private let allowance: Mutex<AnswerAllowance>

  /// - Parameters:
  ///   - wallClock: the clock for the expiry of answers.
  ///   - patience: the longest wait of a request for the first one with its key.
  init(
    database: Database, wallClock: WallClock, patience: Duration, clock: any Clock<Duration> = ContinuousClock(),
    allowance: AnswerAllowance = AnswerAllowance()
  ) {
    self.database = database
    self.wallClock = wallClock
    self.allowance = Mutex(allowance)
    self.patience = patience
    self.clock = clock
    store = KeyStore(database: database, clock: wallClock)
    inHand = KeysInHand(patience: patience, clock: clock)
  }

  /// Runs the function if the request is the first one with its key, and answers with the stored answer otherwise.
  ///
  /// - Throws: ``HostError`` 422 and 409, and the errors whose responses are not stored
  ///   (``AnsweredError/isStored(_:)``).
  func answer(to call: Call) async throws -> Outcome {
    if let answer = try await inHand.enter(call.id, call.payload) {
      return Outcome(response: try answer.replayed(to: call.payload), isReplayed: true)
    }
    var stored: StoredAnswer?
    defer { inHand.leave(call.id, stored) }
    var pause = Duration.milliseconds(10)
    // The time since the key was first found in hand on another host.
    var waited: (() -> Duration)?
    var places = 0
    while true {
      switch try await attempt(call) {
      case .ran(let outcome, let answer):
        stored = answer
        count(answer, of: call)
        return outcome
      case .answered(let answer):
        stored = answer
        return Outcome(response: try answer.replayed(to: call.payload), isReplayed: true)
      case .inHandElsewhere:
        let elapsed = waited ?? Self.stopwatch(clock)
        waited = elapsed
        guard elapsed() < patience else { throw HostError.keyInUse }
        try await clock.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(200))
      case .placeLost:
        places += 1
        guard places < Self.mostPlaces else { throw WorkerFailure.busy(retryAfter: 1) }
      }
    }
  }

  /// - Throws: ``HostError`` 429 for a caller with too many stored answers.
  private func admit(_ call: Call) throws(HostError) {
    guard let caller = call.caller else { return }
    let now = wallClock.now
    if let wait = allowance.withLock({ $0.wait(of: caller, at: now) }) { throw .tooManyAnswers(retryAfter: wait) }
  }

  private func count(_ answer: StoredAnswer?, of call: Call) {
    guard let answer, let caller = call.caller else { return }
    let now = wallClock.now
    allowance.withLock { $0.add(answer, of: caller, at: now) }
  }

  /// Measures the time from now on.
  private static func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  private func attempt(_ call: Call) async throws -> Attempt {
    let background = DeferredBackground(call.services.background)
    // A SQLite file has one host, so the key does not change between this read and the transaction. The read does not
    // occupy the writer.
    let known = store.isShared ? nil : try await store.find(call.id)
    if case .answered(let answer) = known { return .answered(answer) }
    if known != nil { try admit(call) }
    let place: CallPlace
    if let free = call.places.take() {
      place = free
    } else {
      // A replay does not wait for a place.
      if store.isShared, case .answered(let answer) = try await store.find(call.id) { return .answered(answer) }
      // A worker that has become ready may end before the wait returns its place.
      do { place = try await call.places.wait() } catch is PlaceLost { return .placeLost }
    }
    defer { place.giveUp() }
    let shares = place.user.map { database.used(by: $0) } ?? database
    let attempt: Attempt
    do {
      attempt = try await shares.sharing(
        isDeferred: !store.isShared && (call.isLong || call.places.areInWorkers),
        onRestart: { [store] in try await store.claimAgain(call.id, in: $0, $1) }
      ) { [self] shared in
        let standing = if let known { known } else { try await store.claim(call.id, in: shared.transaction) }
        switch standing {
        case .answered(let answer): return .answered(answer)
        case .inHand: return .inHandElsewhere
        case .free(let hasExpired):
          if known == nil { try admit(call) }
          let outcome = try await Self.run(call, at: place, in: shared, background)
          guard outcome.isStored else { return .ran(outcome, nil) }
          let answer = try StoredAnswer(outcome.response, to: call.payload)
          try await store.append(answer, for: call.id, removing: hasExpired, in: shared.transaction)
          return .ran(outcome, answer)
        }
      }
    } catch is PlaceLost {
      return .placeLost
    } catch let error as KeyTaken {
      return error.answer.map { .answered($0) } ?? .inHandElsewhere
    } catch let error as DatabaseError where KeyStore.isTaken(error) {
      guard case .answered(let answer) = try await store.find(call.id) else { return .inHandElsewhere }
      return .answered(answer)
    }
    background.committed()
    return attempt
  }

  /// Runs the function in a transaction, and makes an answer of its error.
  private static func run(
    _ call: Call, at place: CallPlace, in shared: SharedTransaction, _ background: DeferredBackground
  ) async throws -> Outcome {
    do {
      let response = try await call.run(place, call.services.with(database: shared.database, background: background))
      await shared.end()
      return Outcome(response: response)
    } catch {
      guard AnsweredError.isStored(error) else { throw error }
      await shared.end()
      if !(error is FunctionError) {
        try await shared.undo()
        background.undone()
      }
      return Outcome(response: call.describe(error), error: error)
    }
  }
}
