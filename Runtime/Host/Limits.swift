/// The limits on clients and functions.
public struct Limits: Sendable, Hashable {
  /// The largest body of a typed function, in bytes.
  public var jsonBody = 10 << 20
  /// The largest body of a raw function, in bytes.
  public var rawBody = 100 << 20
  /// The largest sum of a request's target and its header lines, in bytes.
  public var headerBytes = 32 << 10
  /// The most header lines.
  public var headerLines = 100
  /// The time for a client to send its request line and headers, in seconds.
  public var headerTimeout: Double = 10
  /// The time for a client to send a small body, or between two chunks of a large one, in seconds.
  public var bodyTimeout: Double = 30
  /// The least rate of the body of a forwarded request or an upload, in bytes per second: slower bytes use up
  /// ``bodyTimeout``.
  package var bodyRate = 1 << 10
  /// The memory for the bodies of all requests, in bytes: by default a quarter of the process's limit.
  public var bodyMemory = MemoryLimit.current.quarter
  /// The longest wait of a body for memory, in seconds.
  public var bodyWait: Double = 10
  /// The most open connections.
  public var connections = OpenFiles.connections
  /// The time after which an unused connection is closed, in seconds.
  public var keepAliveTimeout: Double = 75
  /// The time for a function to begin its response, in seconds.
  public var idleTimeout: Double = 150
  /// The time for a whole request, in seconds.
  public var wallClock: Double = 400
  /// The time after which a WebSocket is closed through which no bytes have passed, in seconds.
  public var tunnelIdleTimeout: Double = 120
  /// The longest wait of a request for the answer to the first one with its idempotency key, in seconds.
  var idempotencyWait: Double = 10
  /// The time that a stopping host waits for a request on its way, in seconds.
  var lastRequestTimeout: Double = 1
  /// The time after which a client that has ended its output, and waits for its response, is probed, in seconds.
  var halfCloseProbe: Double = 1

  /// The defaults, as in Supabase.
  public init() {}
}
