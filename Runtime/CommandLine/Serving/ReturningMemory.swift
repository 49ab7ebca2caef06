import CProcess
import Host
import ServiceLifecycle

/// Gives the memory of large bodies and many connections back to the system once a burst is over.
///
/// glibc keeps freed memory in the arena of each thread that allocated it, and gives back only an arena's end.
struct ReturningMemory: Service {
  /// A burst's memory is used again while it lasts.
  private static let pause = Duration.seconds(3)

  let host: FunctionHost

  func run() async throws {
    #if os(Linux)
      await cancelWhenGracefulShutdown {
        for await _ in host.freedMemory {
          guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
          cprocess_release_free_memory()
        }
      }
    #endif
    try? await gracefulShutdown()
  }
}
