import Database
import FoundationEssentials
import Glibc
import Loop

/// Opens connections to a server and sets up their sessions.
struct Connector: Sendable {
  /// A connection whose session is set up.
  struct Opened {
    let handle: ServerHandle
    /// Whether the connection goes through a pooler.
    let isPooled: Bool
  }

  let address: ServerAddress
  /// How long a host may leave a transaction idle before the server ends it.
  let silenceLimit: Duration

  /// The bound of the random pause before the next attempt, after a number of failures in a row.
  static func longestPause(after failures: Int) -> Duration {
    min(.milliseconds(400), .milliseconds(50) * (1 << min(failures - 1, 10)))
  }

  /// Connects on a new thread, since libpq blocks while it connects. The thread first sleeps for the pause.
  ///
  /// - Parameter completion: Called on that thread.
  func connect(
    after pause: Duration = .zero, _ completion: @escaping @Sendable (Result<Opened, DatabaseError>) -> Void
  ) {
    SystemThread.start(named: "swiftlet-conn") {
      if pause > .zero { usleep(UInt32(clamping: pause.milliseconds * 1000)) }
      do throws(DatabaseError) { completion(.success(try open())) } catch { completion(.failure(error)) }
    }
  }

  private func open() throws(DatabaseError) -> Opened {
    let handle = try ServerHandle.connect(to: address)
    let deadline = ContinuousClock.now.advanced(by: .seconds(5))
    let answer = try handle.runBlocking(
      "SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SELECT pg_backend_pid()", until: deadline)
    let process = unsafe answer.withValue(row: 0, column: 0) { unsafe String(decoding: $0, as: UTF8.self) }
    // A pooler sends a process number of its own when the connection is made.
    let isPooled = address.isPooler || process != handle.processNumber.description
    if !isPooled {
      _ = try handle.runBlocking(
        """
        SET bytea_output = 'hex'; SET default_transaction_read_only = on; \
        SET idle_in_transaction_session_timeout = \(silenceLimit.milliseconds)
        """, until: deadline)
    }
    guard handle.enterPipeline() else { throw .lostConnection }
    return Opened(handle: handle, isPooled: isPooled)
  }
}
