import Channel
import Edge
import Foundation
import Synchronization
import Testing

@testable import Workers

@Suite struct ProcessLauncherTests {
  private func withLauncher(_ body: (ProcessLauncher) async throws -> Void) async throws {
    let launcher = try ProcessLauncher()
    do { try await body(launcher) } catch {
      await launcher.stop()
      throw error
    }
    await launcher.stop()
  }

  @Test func `A worker has its channel, its environment and its folder, and its end is reported`() async throws {
    try await withLauncher { launcher in
      let worker = try await ShellWorker(
        "echo x >&3; echo \"$KEY\"; pwd; echo \"$TMPDIR\"; exit 7", by: launcher,
        environment: ["PATH": "/usr/bin:/bin", "KEY": "value"])
      let death = await worker.handle.death()
      let channel = try #require(worker.handle.takeChannel())
      var byte: UInt8 = 0
      #expect(unsafe read(channel, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
      close(channel)
      #expect(worker.handle.takeChannel() == nil)
      #expect(death.end == .status(7) && death.kill == nil && death.limit == nil)
      let lines = worker.observer.record.lines
      #expect(lines.first == "value" && lines.count == 3 && lines[1] == lines[2])
      #expect(death.lastLines == lines && worker.observer.record.deaths == 1)
    }
  }

  @Test func `A start that fails says why, and leaves nothing`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = folder.appending(path: "text").path
    try Data("no program".utf8).write(to: URL(filePath: text))
    try await withLauncher { launcher in
      func fault(_ path: String) async -> String {
        let specification = WorkerSpecification(worker: WorkerID(number: 1), executable: path)
        do {
          _ = try await launcher.start(specification, observer: ProcessObserver())
          return "started"
        } catch { return "\(error)" }
      }
      #expect(await fault("\(folder.path)/none") == "open \(folder.path)/none: No such file or directory")
      #expect(await fault(text) == "\(text) is not executable (chmod +x makes it so)")
      #expect(await fault(folder.path) == "\(folder.path) is not a file")
      unsafe chmod(text, 0o700)
      #expect(await fault(text) == "\(text) is not an executable program of this system (ELF)")
    }
  }

  @Test func `A worker that ignores signals is killed, with the first reason`() async throws {
    try await withLauncher { launcher in
      let worker = try await ShellWorker("trap '' TERM INT HUP; echo ready; while :; do :; done", by: launcher)
      for await line in worker.observer.lines where line == "ready" { break }
      worker.handle.kill(.requested)
      worker.handle.kill(.retired)
      let death = await worker.handle.death()
      #expect(death.end == .signal(9) && death.kill == .requested)
      #expect(worker.handle.sample() == nil)
    }
  }

  @Test func `Processes that a worker has started end with it, in other sessions too`() async throws {
    let launcher = try ProcessLauncher()
    let worker = try await ShellWorker(
      """
      sh -c 'echo $$; exec sleep 1000' &
      (setsid sh -c 'cd /; echo $$; exec sleep 1000 > /dev/null 2>&1' &)
      wait
      """, by: launcher)
    var ids: [String] = []
    for await line in worker.observer.lines {
      ids.append(line)
      if ids.count == 2 { break }
    }
    #expect(ids.allSatisfy(isRunning))
    await launcher.stop()
    #expect(!ids.contains(where: isRunning))
    #expect(await worker.handle.death().kill == .shutdown)
  }

  @Test func `A flood of lines is bounded, and counted`() async throws {
    try await withLauncher { launcher in
      // The pipe holds all of them while the reader pauses.
      let worker = try await ShellWorker("i=0; while [ $i -lt 10000 ]; do echo line; i=$((i+1)); done", by: launcher)
      #expect(await worker.handle.death().end == .status(0))
      let record = worker.observer.record
      #expect(record.lines.count >= LineBudget.lines && record.dropped > 0)
      #expect(record.lines.count + record.dropped == 10_000)
    }
  }

  @Test func `A worker is ended in a flood of lines`() async throws {
    try await withLauncher { launcher in
      let worker = try await ShellWorker("while :; do echo line; done", by: launcher)
      var count = 0
      for await _ in worker.observer.lines {
        count += 1
        if count == LineBudget.lines { break }
      }
      worker.handle.kill(.requested)
      let death = await worker.handle.death()
      #expect(death.kill == .requested)
      #expect(death.lastLines.count == WorkerOutput.lastLinesCount)
    }
  }

  @Test func `A hundred starts leave no descriptor, process or folder`() async throws {
    let launcher = try ProcessLauncher()
    var ids: [Int32] = []
    for _ in 0..<100 {
      let worker = try await ShellWorker("mkdir -p a/b/c; chmod 0 a/b; exit 0", by: launcher)
      #expect(await worker.handle.death().end == .status(0))
      ids.append(worker.handle.pid)
    }
    let folders = launcher.folder
    await launcher.stop()
    #expect(!ids.contains { isRunning("\($0)") })
    #expect(!FileManager.default.fileExists(atPath: folders))
    #expect(launcher.openWorkers == 0)
  }

  @Test func `A call over its hard limit of CPU time ends its worker, by what the page says`() async throws {
    try await withLauncher { launcher in
      // The page's first slot: call 2, and 10 seconds used.
      let worker = try await ShellWorker(
        #"until read x <&3; do :; done; printf '\002\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\000\344\013\124\002\0\0\0' >&4; sleep 1000"#,
        by: launcher)
      let channel = try #require(worker.handle.takeChannel())
      defer { close(channel) }
      let slot = try #require(worker.handle.claimSlot(CallLimits()))
      #expect(slot == 0)
      worker.handle.bind(slot, to: 2)
      #expect(unsafe send(channel, "\n", 1, CInt(MSG_NOSIGNAL)) == 1)
      let death = await worker.handle.death()
      #expect(death.kill == .limit(.cpu, call: 2) && death.limit == .cpu && death.call == 2)
      #expect(worker.handle.hasBegun(2, in: slot))
    }
  }

  @Test func `A call over its wall clock limit ends its worker`() async throws {
    try await withLauncher { launcher in
      let worker = try await ShellWorker("sleep 1000", by: launcher)
      let slot = try #require(worker.handle.claimSlot(CallLimits(wallClock: .milliseconds(10))))
      worker.handle.bind(slot, to: 4)
      let death = await worker.handle.death()
      #expect(death.limit == .wallClock && death.call == 4)
    }
  }

  @Test func `Memory is limited beyond what the boot used`() async throws {
    try await withLauncher { launcher in
      let worker = try await ShellWorker(
        "until read x <&3; do :; done; x=aaaaaaaa; while :; do x=$x$x; done", by: launcher,
        limits: WorkerLimits(memory: 4 << 20))
      let channel = try #require(worker.handle.takeChannel())
      defer { close(channel) }
      worker.handle.booted()
      #expect(unsafe send(channel, "\n", 1, CInt(MSG_NOSIGNAL)) == 1)
      let death = await worker.handle.death()
      // The shell ends by itself when it gets no memory, or the host sees what it has.
      #expect(death.end != .status(0))
      #expect(death.kill == nil || death.kill == .limit(.memory, call: nil))
    }
  }

  @Test func `Temporary files are limited all together`() async throws {
    var limits = WorkerLimits()
    limits.temporaryFiles = 1 << 20
    try await withLauncher { launcher in
      let many = try await ShellWorker(
        "for number in 1 2 3; do dd if=/dev/zero of=$number bs=65536 count=8 2>/dev/null; done; sleep 1000",
        by: launcher, limits: limits)
      _ = try #require(many.handle.claimSlot(CallLimits()))
      #expect(await many.handle.death().limit == .disk)
    }
  }

  @Test func `The first look after a write finds temporary files beyond their limit`() async throws {
    var limits = WorkerLimits()
    limits.temporaryFiles = 1 << 20
    try await withLauncher { launcher in
      let worker = try await ShellWorker(
        "dd if=/dev/zero of=file bs=65536 count=17 2>/dev/null; echo written; sleep 1000", by: launcher, limits: limits)
      for await line in worker.observer.lines where line == "written" { break }
      let process = try #require(worker.handle as? WorkerProcess)
      // One of the loop's own looks may have just measured the folder, and is about to end the worker.
      for _ in 0..<2 {
        process.state.withLock { $0.folderPace = FolderPace() }
        _ = process.look()
      }
      #expect(process.state.withLock(\.kill) == .limit(.disk, call: nil))
    }
  }
}
