import Host
import ServiceLifecycle

/// A service that begins once the host listens. A host that cannot listen runs no jobs.
struct WhileListening: Service {
  let host: FunctionHost
  let service: any Service

  func run() async throws {
    // The host itself reports that it cannot listen.
    guard (try? await host.waitUntilListening()) != nil else { return try await gracefulShutdown() }
    try await service.run()
  }
}
