import Host
import Logging
import Loop
import ServiceLifecycle
import Testing

@testable import Swiftlet

@Suite struct ConcurrentServicesTests {
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// A service that ends only after the other one is asked to stop too.
  private struct Waiting: Service {
    var started = Promise<Bool>()
    let told: Promise<Bool>
    let other: Promise<Bool>

    func run() async throws {
      started.fulfil(true)
      try await gracefulShutdown()
      told.fulfil(true)
      _ = await other.value()
    }
  }

  private struct Broken: Service {
    struct Fault: Error {}
    let other: Promise<Bool>

    /// Fails after the other service has begun: one that has not begun would be cancelled.
    func run() async throws {
      _ = await other.value()
      throw Fault()
    }
  }

  @Test func allServicesStopAtTheSameTime() async throws {
    let (first, second) = (Promise<Bool>(), Promise<Bool>())
    let services = ConcurrentServices(
      [Waiting(told: first, other: second), Waiting(told: second, other: first)], logger: Self.silent)
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [services], logger: Self.silent))
    async let running: Void = group.run()
    await group.triggerGracefulShutdown()
    try await running
  }

  @Test func theFirstErrorStopsAllServicesGracefully() async throws {
    let (started, told) = (Promise<Bool>(), Promise<Bool>())
    let services = ConcurrentServices(
      [Waiting(started: started, told: told, other: told), Broken(other: started)], logger: Self.silent)
    await #expect(throws: Broken.Fault.self) { try await services.run() }
    #expect(await told.value())
  }
}
