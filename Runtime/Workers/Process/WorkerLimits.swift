import Channel

/// The limits of a worker's process.
package struct WorkerLimits: Sendable, Hashable {
  /// The memory in bytes that the worker may use beyond what it used when its boot ended.
  package var memory: UInt64 = 256 << 20
  /// The number of open descriptors.
  package var descriptors: UInt64 = 256
  /// The log lines that it may write in ten seconds, and as many of its standard error.
  package var logLines = LineBudget.lines
  /// The bytes of its temporary files, all together. Supabase gives a function at most as many.
  package var temporaryFiles: UInt64 = 512 << 20
  /// The number of threads. Those of all processes share the numbers of the user and of the container, and a host that
  /// gets no thread cannot work.
  package var threads = 512
  /// The CPU time that the worker may use while it has no calls, a tenth of a core aside.
  package var cpuWithoutCalls = Duration.seconds(2)
}
