import CProcess
import Host
import ServiceLifecycle

/// A service that returns freed memory to the system after a burst of large bodies or many connections.
///
/// glibc keeps freed memory in the arena of the thread that allocated it, and returns only an arena's end by itself.
struct ReturningMemory: Service {
  /// The wait between freed memory and its return to the system. A continuing burst reuses the memory instead.
  private static let pause = Duration.seconds(3)

  let host: FunctionHost

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await _ in host.freedMemory {
        guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        cprocess_release_free_memory()
      }
    }
    try? await gracefulShutdown()
  }
}
