import Logging
import ServiceLifecycle

/// Services that run side by side and stop at the same time; the first error stops all.
///
/// A `ServiceGroup` alone stops one after another, and each would have the grace period to itself.
struct Together: Service {
  private let groups: [ServiceGroup]

  init(_ services: [any Service], logger: Logger) {
    groups = services.map { ServiceGroup(configuration: ServiceGroupConfiguration(services: [$0], logger: logger)) }
  }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for group in groups { tasks.addTask { try await group.run() } }
      do {
        // Not `waitForAll`, which keeps the first error until the last has ended.
        while try await tasks.next() != nil {}
      } catch {
        // Not cancelled, which throwing at once would do: what is in hand finishes.
        for group in groups { await group.triggerGracefulShutdown() }
        while await tasks.nextResult() != nil {}
        throw error
      }
    }
  }
}
