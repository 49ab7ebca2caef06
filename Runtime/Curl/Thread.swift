import Glibc

/// Starts a joinable thread on which no signal is delivered.
///
/// The process's signals are for others; and with all of them blocked a write of TLS to a closed connection is an error
/// and no `SIGPIPE`, which libcurl does not prevent under `CURLOPT_NOSIGNAL`. Threads it starts inherit this.
func startThread(_ body: @escaping @Sendable () -> Void) throws(HTTPClientError) -> pthread_t {
  final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

  let context = unsafe Unmanaged.passRetained(Body(body))
  var thread = pthread_t()
  let result = unsafe pthread_create(
    &thread, nil,
    { context in
      if let context = unsafe context { unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, context.toOpaque())
  guard result == 0 else {
    unsafe context.release()
    throw HTTPClientError(.failed, "pthread_create: \(unsafe String(cString: strerror(result)))")
  }
  return thread
}
