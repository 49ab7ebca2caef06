import Edge
import Loop
import Synchronization

@testable import Host

/// The idempotent function `placed`, which leaves a row. Its places are the test's.
final class PlacedFunction: PlacedEndpoint {
  /// Fulfilled when a call waits for a place, and to let it have one.
  let isAsked = Promise<Bool>()
  let isFree = Promise<Bool>()
  /// Counts the places that were given up after their use.
  let freed = Counter()

  private let function: any Endpoint
  private let waits: Bool
  private let user: String?
  private let losses: Mutex<Int>
  private let losingWaits: Mutex<Int>
  private let isClosed = Mutex(false)
  private let reading: @Sendable () async -> Void

  /// - Parameters:
  ///   - waits: whether calls wait for their places.
  ///   - losses: the number of places that are lost before their calls run.
  ///   - losingWaits: the number of waits whose places are lost before they end.
  ///   - reading: reads the input of a call.
  ///   - user: the user of the database for whom the places are.
  init(
    waits: Bool = false, losses: Int = 0, losingWaits: Int = 0, user: String? = nil,
    reading: @escaping @Sendable () async -> Void = {}
  ) {
    self.waits = waits
    self.user = user
    self.reading = reading
    self.losses = Mutex(losses)
    self.losingWaits = Mutex(losingWaits)
    function = Function("placed", access: .verified) { (note: Effects.Note, context) in
      try await context.database.execute(Effects.insert(note.note))
      return note
    }.idempotent()
  }

  var name: String { function.name }
  var traits: EndpointTraits { function.traits }

  /// From now on there is no place.
  func close() { isClosed.withLock { $0 = true } }

  func takePlace(for invocation: Invocation) -> CallPlace? {
    waits || isClosed.withLock(\.self) ? nil : place()
  }

  nonisolated(nonsending) func place(for invocation: Invocation) async throws -> CallPlace {
    if isClosed.withLock(\.self) { throw WorkerFailure.boot(retryAfter: 1) }
    isAsked.fulfil(true)
    _ = await isFree.value()
    if Self.takeOne(of: losingWaits) { throw PlaceLost() }
    return place()
  }

  nonisolated(nonsending) func invoke(_ request: Request, _ invocation: Invocation) async throws -> Response {
    if Self.takeOne(of: losses) { throw PlaceLost() }
    await reading()
    return try await function.invoke(request, invocation)
  }

  /// Whether there was one left.
  private static func takeOne(of count: borrowing Mutex<Int>) -> Bool {
    count.withLock { count in
      count -= 1
      return count >= 0
    }
  }

  private func place() -> CallPlace { CallPlace(self, user: user) { [freed] in freed.increment() } }
}
