import Foundation
import Testing

@testable import Workers

@Suite(.enabled(if: ProcessLauncher.report(.strict).isComplete)) struct StrictSandboxTests {
  /// The lines that a shell writes in the strict sandbox. Each command says whether it succeeds.
  private func run(_ script: String, shell: String = "/bin/sh") async throws -> [String] {
    let launcher = try ProcessLauncher()
    let worker = try await ShellWorker(script, by: launcher, shell: shell, sandbox: .strict)
    #expect(worker.handle.sandbox == SandboxReport(mode: .strict))
    let lines = await worker.linesUntilDeath()
    await launcher.stop()
    return lines
  }

  @Test func `Only the private folder can be written`() async throws {
    let outside = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let lines = try await run(
      "{ echo x > inside; } && echo written; { echo x > \(outside); } 2>/dev/null || echo denied; { echo x > /dev/null; } && echo null"
    )
    #expect(lines.filter { !$0.contains("cannot create") } == ["written", "denied", "null"])
    #expect(!FileManager.default.fileExists(atPath: outside))
  }

  @Test func `Files of the host cannot be read`() async throws {
    let lines = try await run(
      """
      for file in /etc/passwd /proc/\(getpid())/environ /proc/\(getpid())/maps; do
        { read x < $file; } 2>/dev/null && echo "read $file"
      done
      { read x < /proc/self/stat; } && echo self
      """)
    #expect(lines.filter { $0.hasPrefix("read ") || $0 == "self" } == ["self"])
  }

  @Test func `No process can be started, no program executed, no other process signalled`() async throws {
    let fork = try await run("/bin/true; echo forked")
    #expect(!fork.contains("forked") && fork.contains { $0.contains("fork") })
    let exec = try await run("exec /bin/echo executed")
    #expect(!exec.contains("executed"))
    let signal = try await run("kill -0 \(getpid()) 2>/dev/null && echo signalled; kill -0 $$ && echo own")
    #expect(signal.filter { $0 == "signalled" || $0 == "own" } == ["own"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func `There is no network`() async throws {
    let lines = try await run("{ echo x > /dev/tcp/127.0.0.1/1; } || echo failed", shell: "/bin/bash")
    #expect(lines.contains { $0.contains("not permitted") } && lines.contains("failed"))
  }

  @Test func `Limits hold, and cannot be raised`() async throws {
    let lines = try await run("ulimit -n; ulimit -c; ulimit -n 1000 2>/dev/null || echo refused")
    #expect(lines.first == "256" && lines.last == "refused")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `Calls are denied that Landlock and the limit of memory do not cover`() async throws {
    let lines = try await run(
      """
      import ctypes, fcntl, mmap, os
      def attempt(name, action):
          try: action(); print(name, "allowed", flush=True)
          except OSError as error: print(name, os.strerror(error.errno), flush=True)
      with open("file", "w") as file: file.write("x" * 4096)
      file = os.open("file", os.O_RDWR)
      os.chmod("file", 0)
      os.fchmod(file, 0)
      print("mode", oct(os.fstat(file).st_mode & 0o777), flush=True)
      attempt("truncate", lambda: os.truncate("file", 0))
      attempt("setxattr", lambda: os.setxattr("file", "user.name", b"x"))
      attempt("owner", lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()))
      attempt("signal", lambda: fcntl.fcntl(0, fcntl.F_SETSIG, 9))
      attempt("owner of a socket", lambda: fcntl.ioctl(3, 0x8901, (1).to_bytes(4, "little")))
      attempt("shared", lambda: mmap.mmap(-1, 4096))
      attempt("zero", lambda: mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096))
      attempt("private", lambda: mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
      attempt("of a file", lambda: mmap.mmap(file, 4096))
      attempt("flags", lambda: fcntl.fcntl(0, fcntl.F_GETFL))
      attempt("ftruncate", lambda: os.ftruncate(file, 0))
      # PR_SET_PDEATHSIG, PR_GET_PDEATHSIG and PR_SET_NAME
      system, signal = ctypes.CDLL(None), ctypes.c_int()
      print("outlives its host", system.prctl(1, 0) == 0, flush=True)
      print("ends by", system.prctl(2, ctypes.byref(signal)), signal.value, flush=True)
      print("name", system.prctl(15, b"other"), flush=True)
      """, shell: "/usr/bin/python3")
    let denied = ["truncate", "setxattr", "owner", "signal", "owner of a socket", "shared"]
    let allowed = ["private", "of a file", "flags", "ftruncate"]
    #expect(
      lines == ["mode 0o600"] + denied.map { "\($0) Operation not permitted" } + ["zero Permission denied"]
        + allowed.map { "\($0) allowed" } + ["outlives its host False", "ends by 0 9", "name 0"])
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  func `Disk is taken by writes alone`() async throws {
    let lines = try await run(
      """
      import ctypes, errno, fcntl, os
      file = os.open("file", os.O_RDWR | os.O_CREAT)
      system = ctypes.CDLL(None, use_errno=True)
      result = system.fallocate(file, 0, ctypes.c_long(0), ctypes.c_long(8192))
      print("fallocate", result, ctypes.get_errno() == errno.EOPNOTSUPP, flush=True)
      # FS_IOC_RESVSP, FS_IOC_RESVSP64, FS_IOC_ZERO_RANGE, FS_IOC_FSSETXATTR
      for request in [0x40305828, 0x4030582a, 0x40305839, 0x401c5820]:
          try: fcntl.ioctl(file, request, bytes(48)); print("allowed", flush=True)
          except OSError as error: print(errno.errorcode[error.errno], flush=True)
      # The fallback of the C library writes.
      os.posix_fallocate(file, 0, 8192)
      print("size", os.fstat(file).st_size, flush=True)
      os.ftruncate(file, 1 << 28)
      print("blocks of a sparse file", os.fstat(file).st_blocks <= 64, flush=True)
      """, shell: "/usr/bin/python3")
    let results = ["fallocate -1 True"] + Array(repeating: "EPERM", count: 4)
    #expect(lines == results + ["size 8192", "blocks of a sparse file True"])
  }
}
