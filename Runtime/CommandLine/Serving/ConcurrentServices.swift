import Logging
import ServiceLifecycle

/// Services that run concurrently and stop at the same time; the first error stops all.
///
/// A single `ServiceGroup` would stop them one after another, each with the whole grace period.
struct ConcurrentServices: Service {
  private let groups: [ServiceGroup]

  init(_ services: [any Service], logger: Logger) {
    groups = services.map { ServiceGroup(configuration: ServiceGroupConfiguration(services: [$0], logger: logger)) }
  }

  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for group in groups { tasks.addTask { try await group.run() } }
      do {
        // `waitForAll` would keep the first error until the last task has ended.
        while try await tasks.next() != nil {}
      } catch {
        // Throwing at once would cancel the others; a graceful shutdown lets work in hand finish.
        for group in groups { await group.triggerGracefulShutdown() }
        while await tasks.nextResult() != nil {}
        throw error
      }
    }
  }
}
