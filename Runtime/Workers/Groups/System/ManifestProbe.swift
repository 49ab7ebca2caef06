import Channel
import Edge
import Loop
import NIOCore

/// One worker that is started for its first frame, and ended after it.
final class ManifestProbe: Sendable {
  private let specification: WorkerSpecification
  /// The executable in errors.
  private let name: String
  private let launcher: any WorkerLauncher
  private let loop: ChannelLoop
  private let start: Start
  private let limit: Duration
  private let result = Promise<Result<Manifest, BundleFault>>()

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
    let channel = handle.takeChannel().map { loop.connect($0, as: .host, hello: start.hello, handler: self) }
    let timer = Task { [result, name, limit] in
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      result.fulfil(.failure(BundleFault("\(name) did not send its manifest in \(limit)")))
    }
    let manifest = await result.value()
    timer.cancel()
    handle.kill(.retired)
    _ = await handle.death()
    // A process that the worker started in the open sandbox may hold the channel open.
    channel?.close()
    return try manifest.get()
  }
}

extension ManifestProbe: WorkerChannelHandler {
  func received(hello: ByteBuffer, on channel: WorkerChannel) {
    do {
      let manifest = try Manifest(hello: hello)
      guard manifest.protocolVersion == Manifest.currentProtocol else {
        return result.fulfil(.failure(.otherProtocol(manifest.protocolVersion, of: name)))
      }
      result.fulfil(.success(manifest))
    } catch {
      result.fulfil(.failure(BundleFault("The first frame of \(name) is no manifest: \(error)")))
    }
  }

  func opened(_ exchange: IncomingExchange) { exchange.done() }

  func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {}

  func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    // The observer reports the end of the process.
    guard case .violation(let violation) = reason else { return }
    result.fulfil(.failure(BundleFault("\(name) broke the rules of the channel: \(violation)")))
  }
}

extension ManifestProbe: WorkerObserver {
  func wrote(_ line: String) {}

  func dropped(lines: Int) {}

  func reachedSoftLimit(call: UInt64, used: Duration) {}

  func died(_ death: WorkerDeath) {
    let last = death.lastLines.last.map { ": \($0)" } ?? ""
    result.fulfil(
      .failure(
        BundleFault(
          "\(name) ended before its manifest (\(death.words(CallLimits(), specification.limits)))\(last)",
          hint: "it has to be a bundle: an executable that calls Bundle(…).main()")))
  }
}
