import ArgumentParser
import Glibc
import UnixSignals

/// Work that a signal ends, with the programs that it has started.
enum SignalEnd {
  private static let signals: [UnixSignal] = [.sigint, .sigterm, .sighup]

  /// Runs a body. SIGINT, SIGTERM and SIGHUP cancel it.
  ///
  /// - Throws: the body's error; after a signal, once the body has returned, `ExitCode` 128 and the signal's number.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let arrivals = await UnixSignalsSequence(trapping: signals)
    // The sequence leaves its handlers of the signals.
    defer { for signal in signals { _ = Glibc.signal(signal.rawValue, SIG_DFL) } }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await signal in arrivals { throw ExitCode(128 + signal.rawValue) }
        throw CancellationError()
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
