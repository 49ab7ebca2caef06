import CProcess
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// Starts workers as processes.
///
/// A process has a session and a temporary folder of its own, the limits of its specification, and the sandbox as far
/// as the kernel enforces it. Starts run one after the other on a thread, since each blocks it for about a millisecond.
/// Workers in the strict sandbox end with that thread, and so with a host that is killed. Processes that a worker in the
/// open sandbox has started are found by a mark that they inherit, and are killed after it.
///
/// Memory is limited by `RLIMIT_DATA` and by samples of the resident size. Control groups are not used.
package final class ProcessLauncher: WorkerLauncher {
  private let loop: ProcessLoop
  private let folders: WorkerFolders
  private let starts = StartThread()
  private let ends = DispatchQueue(label: "swiftlet.workers.end")
  private let cleaning = DispatchGroup()
  private let isStopped = Atomic(false)
  /// The mark of the latest worker.
  private let mark: Atomic<UInt64>

  /// - Throws: ``WorkerStartFault`` if the system has no descriptors left, or no temporary folder.
  package init() throws(WorkerStartFault) {
    loop = try ProcessLoop()
    folders = try WorkerFolders()
    mark = Atomic(folders.marks.first)
    loop.start()
    starts.start()
  }

  deinit {
    guard !isStopped.load(ordering: .relaxed) else { return }
    loop.stop()
    starts.stop()
  }

  /// The folder that has the folders of its workers.
  var folder: String { folders.path }

  /// The number of workers that have not ended.
  var openWorkers: Int { loop.processes.count }

  /// What the kernel can enforce of a sandbox.
  package static func report(_ mode: SandboxMode) -> SandboxReport { Sandbox.report(mode) }

  package nonisolated(nonsending) func start(
    _ specification: WorkerSpecification, observer: any WorkerObserver
  ) async throws(WorkerStartFault) -> any WorkerHandle {
    let result: Result<WorkerProcess, WorkerStartFault> = await withCheckedContinuation { continuation in
      let isTaken = starts.run { [self] in
        continuation.resume(returning: Result { () throws(WorkerStartFault) in try startNow(specification, observer) })
      }
      if !isTaken { continuation.resume(returning: .failure(Self.isEnding)) }
    }
    return try result.get()
  }

  package nonisolated(nonsending) func stop() async {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    // A start that is under way comes before.
    await withCheckedContinuation { continuation in
      if !starts.run({ continuation.resume() }) { continuation.resume() }
    }
    for process in loop.processes { process.kill(.shutdown) }
    for process in loop.processes { _ = await process.death() }
    await withCheckedContinuation { continuation in
      cleaning.notify(queue: ends) { continuation.resume() }
    }
    loop.stop()
    starts.stop()
    folders.removeAll()
  }

  private static let isEnding = WorkerStartFault("the host is ending")

  private func startNow(
    _ specification: WorkerSpecification, _ observer: any WorkerObserver
  ) throws(WorkerStartFault) -> WorkerProcess {
    guard !isStopped.load(ordering: .sequentiallyConsistent) else { throw Self.isEnding }
    let executable = OwnedDescriptor(unsafe cprocess_open_program(specification.executable))
    guard executable.value >= 0 else { throw WorkerStartFault(step: "open \(specification.executable)", errno) }
    let file = try ExecutableFile(contentsOf: specification.executable)
    let folder = try folders.make()
    do throws(WorkerStartFault) {
      return try startNow(specification, observer, executable, file, folder)
    } catch {
      folders.remove(folder)
      throw error
    }
  }

  private func startNow(
    _ specification: WorkerSpecification, _ observer: any WorkerObserver, _ executable: OwnedDescriptor,
    _ file: ExecutableFile, _ folder: String
  ) throws(WorkerStartFault) -> WorkerProcess {
    let (channel, itsChannel) = try OwnedDescriptor.socketPair()
    let (output, itsOutput) = try OwnedDescriptor.pipe()
    let page = try WorkerPage()
    let readable = ReadablePaths(specification.executable, libraryFolders: file.libraryFolders)
    let sandbox = try Sandbox(specification.sandbox, folder: folder, readable: readable.paths)
    let mark = mark.add(1, ordering: .relaxed).newValue
    let parts = StartedProcess.Parts(
      executable: executable, output: itsOutput, channel: itsChannel, page: page.descriptor, folder: folder, mark: mark)
    let process = try StartedProcess(specification, parts, sandbox)
    page.descriptor.close()
    cleaning.enter()
    let worker = WorkerProcess(
      specification, process, channel: channel, output: output, page: page, folder: folder, observer: observer,
      loop: loop
    ) { [ends, folders, cleaning, hasDescendants = !sandbox.restrictsCalls] in
      ends.async {
        if hasDescendants { WorkerMarks.killProcesses(of: mark) }
        folders.remove(folder)
        cleaning.leave()
      }
    }
    loop.add(worker)
    return worker
  }
}
