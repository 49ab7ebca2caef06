import Channel
import Edge
import NIOCore
import Synchronization

/// One worker that is started for its first frame, and ended after it.
final class ManifestProbe: Sendable {
  private struct State {
    var result: Result<Manifest, BundleFault>?
    var waiting: CheckedContinuation<Void, Never>?
    var handle: (any WorkerHandle)?
  }

  private let specification: WorkerSpecification
  /// The executable in errors.
  private let name: String
  private let launcher: any WorkerLauncher
  private let loop: ChannelLoop
  private let start: Start
  private let limit: Duration
  private let state = Mutex(State())

  init(
    _ executable: StoredExecutable, worker: WorkerID, launcher: any WorkerLauncher, loop: ChannelLoop, start: Start,
    limit: Duration, sandbox: SandboxMode
  ) {
    name = executable.source
    specification = WorkerSpecification(
      worker: worker, executable: executable.path,
      environment: ["SWIFTLET_WORKER": "1", "SWIFT_BACKTRACE": "enable=no"], sandbox: sandbox)
    self.launcher = launcher
    self.loop = loop
    self.start = start
    self.limit = limit
  }

  /// Starts the worker, waits for its first frame, and ends it.
  func manifest() async throws(BundleFault) -> Manifest {
    let handle: any WorkerHandle
    do throws(WorkerStartFault) {
      handle = try await launcher.start(specification, observer: self)
    } catch {
      let reason = "\(error)".replacing(specification.executable, with: name)
      throw BundleFault("\(name) does not start: \(reason)", hint: "it has to be a built bundle")
    }
    state.withLock { $0.handle = handle }
    if let descriptor = handle.takeChannel() {
      _ = loop.connect(descriptor, as: .host, hello: start.hello, handler: self)
    }
    let limit = limit
    let timer = Task { [self] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      decide(.failure(BundleFault("\(name) did not send its manifest in \(limit)")))
    }
    await withCheckedContinuation { continuation in
      let isDecided = state.withLock { state in
        if state.result == nil { state.waiting = continuation }
        return state.result != nil
      }
      if isDecided { continuation.resume() }
    }
    timer.cancel()
    handle.kill(.retired)
    _ = await handle.death()
    return try (state.withLock(\.result) ?? .failure(BundleFault("\(name) sent no manifest"))).get()
  }

  private func decide(_ result: Result<Manifest, BundleFault>) {
    let waiting = state.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

extension ManifestProbe: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {
    do {
      let manifest = try Manifest(hello: hello)
      guard manifest.protocolVersion == Manifest.currentProtocol else {
        let versions = "version \(manifest.protocolVersion) of the channel's protocol"
        return decide(
          .failure(
            BundleFault(
              "\(name) speaks \(versions), and this host version \(Manifest.currentProtocol)",
              hint: "build the bundle again with the release of Swiftlet that the host has")))
      }
      decide(.success(manifest))
    } catch {
      decide(.failure(BundleFault("The first frame of \(name) is no manifest: \(error)")))
    }
  }

  func opened(_ exchange: IncomingExchange) { exchange.done() }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    // The end of a process is told by its death.
    guard case .violation(let violation) = reason else { return }
    decide(.failure(BundleFault("\(name) broke the rules of the channel: \(violation)")))
  }
}

extension ManifestProbe: WorkerObserver {
  func wrote(_ line: String) {}

  func dropped(lines: Int) {}

  func reachedSoftLimit(call: UInt64, used: Duration) {}

  func died(_ death: WorkerDeath) {
    let last = death.lastLines.last.map { ": \($0)" } ?? ""
    decide(
      .failure(
        BundleFault(
          "\(name) ended before its manifest (\(death.words(CallLimits(), specification.limits)))\(last)",
          hint: "it has to be a bundle: an executable that calls Bundle(…).main()")))
  }
}
