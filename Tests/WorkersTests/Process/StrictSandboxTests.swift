import Foundation
import Testing

@testable import Workers

/// Most programs are scripts of Python: a shell redirects by `dup`, which is denied.
@Suite(.enabled(if: ProcessLauncher.report(.strict).isComplete))
struct StrictSandboxTests {
  /// The script's beginning: `attempt` says whether a call is allowed, or with which error it fails.
  private static let attempt = """
    import ctypes, errno, fcntl, mmap, os
    def attempt(name, action):
        try: action(); print(name, "allowed", flush=True)
        except OSError as error: print(name, errno.errorcode[error.errno], flush=True)

    """

  /// The lines that a script writes in the strict sandbox.
  private func run(
    _ script: String, shell: String = "/usr/bin/python3", limits: WorkerLimits = WorkerLimits()
  ) async throws -> [String] {
    let launcher = try ProcessLauncher()
    let worker = try await ShellWorker(script, by: launcher, shell: shell, sandbox: .strict, limits: limits)
    let lines = await worker.linesUntilDeath()
    await launcher.stop()
    return lines
  }

  @Test(.withPython) func `Only the private folder can be written`() async throws {
    let outside = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let lines = try await run(
      Self.attempt + """
        attempt("inside", lambda: open("inside", "w").write("x"))
        attempt("outside", lambda: open("\(outside)", "w"))
        attempt("null", lambda: open("/dev/null", "w").write("x"))
        """)
    #expect(lines == ["inside allowed", "outside EACCES", "null allowed"])
    #expect(!FileManager.default.fileExists(atPath: outside))
  }

  @Test(.withPython) func `Files of the host cannot be read`() async throws {
    let lines = try await run(
      """
      for file in ["/etc/passwd", "/proc/\(getpid())/environ", "/proc/\(getpid())/maps", "/proc/self/stat"]:
          try: open(file).read(); print("read", file, flush=True)
          except OSError: pass
      """)
    #expect(lines == ["read /proc/self/stat"])
  }

  @Test func `No process can be started, no program executed, no other process signalled`() async throws {
    let fork = try await run("/bin/true; echo forked", shell: "/bin/sh")
    #expect(!fork.contains("forked") && fork.contains { $0.contains("fork") })
    let exec = try await run("exec /bin/echo executed", shell: "/bin/sh")
    #expect(!exec.contains("executed"))
    let signal = try await run("kill -0 \(getpid()) && echo signalled; kill -0 $$ && echo own", shell: "/bin/sh")
    #expect(signal.filter { $0 == "signalled" || $0 == "own" } == ["own"])
  }

  @Test(.withPython) func `There is no network, and no socket of another kind`() async throws {
    let lines = try await run(
      Self.attempt + """
        import socket
        attempt("internet", lambda: socket.socket())
        attempt("unix", lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        attempt("pair", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
        system = ctypes.CDLL(None, use_errno=True)
        for name in ["connect", "bind", "accept"]:
            system[name](3, ctypes.create_string_buffer(b"\\1\\0/run/log"), 10)
            print(name, errno.errorcode[ctypes.get_errno()], flush=True)
        system.listen(3, 1)
        print("listen", errno.errorcode[ctypes.get_errno()], flush=True)
        """)
    #expect(lines == ["internet", "unix", "pair", "connect", "bind", "accept", "listen"].map { "\($0) EPERM" })
  }

  @Test(.withPython) func `What is counted for all processes of a user cannot be used up`() async throws {
    let lines = try await run(
      Self.attempt + """
        import threading
        attempt("dup2", lambda: os.dup2(0, 20))
        attempt("dup3", lambda: os.dup2(0, 20, inheritable=False))
        attempt("F_DUPFD", lambda: fcntl.fcntl(0, fcntl.F_DUPFD, 20))
        attempt("F_DUPFD_CLOEXEC", lambda: fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, 20))
        system = ctypes.CDLL(None, use_errno=True)
        def call(name, *arguments):
            ctypes.set_errno(0)
            system[name](*arguments)
            print(name, errno.errorcode.get(ctypes.get_errno(), "allowed"), flush=True)
        call("dup", 0)
        call("inotify_init")
        call("inotify_init1", 0)
        # CLOSE_RANGE_UNSHARE
        call("close_range", 200, 210, 2)
        call("close_range", 200, 210, 0)
        # io_setup of this architecture; clone with CLONE_VM, CLONE_SIGHAND and CLONE_THREAD, without CLONE_FILES
        x86 = os.uname().machine == "x86_64"
        for name, number, argument in [("io_setup", 206 if x86 else 0, 1), ("clone", 56 if x86 else 220, 0x10900)]:
            system.syscall(number, argument, 0, 0, 0, 0)
            print(name, errno.errorcode[ctypes.get_errno()], flush=True)
        thread = threading.Thread(target=lambda: print("a thread", flush=True))
        thread.start()
        thread.join()
        """)
    let denied = ["dup2", "dup3", "F_DUPFD", "F_DUPFD_CLOEXEC", "dup", "inotify_init", "inotify_init1", "close_range"]
    #expect(
      lines == denied.map { "\($0) EPERM" } + ["close_range allowed", "io_setup EPERM", "clone EPERM", "a thread"])
  }

  @Test(.withPython) func `A file has a limit of its size`() async throws {
    var limits = WorkerLimits()
    limits.temporaryFiles = 1 << 20
    let lines = try await run(
      Self.attempt + """
        file = os.open("file", os.O_RDWR | os.O_CREAT)
        attempt("up to the limit", lambda: os.pwrite(file, bytes(1 << 20), 0))
        attempt("beyond it", lambda: os.pwrite(file, bytes(1), 1 << 20))
        """, limits: limits)
    #expect(lines == ["up to the limit allowed", "beyond it EFBIG"])
  }

  @Test func `Limits hold, and cannot be raised`() async throws {
    let lines = try await run("ulimit -n; ulimit -c; ulimit -n 1000 || echo refused", shell: "/bin/sh")
    #expect(lines.first == "256" && lines.last == "refused")
  }

  @Test(.withPython) func `Calls are denied that Landlock and the limit of memory do not cover`() async throws {
    let lines = try await run(
      Self.attempt + """
        with open("file", "w") as file: file.write("x" * 4096)
        file = os.open("file", os.O_RDWR)
        os.chmod("file", 0)
        os.fchmod(file, 0)
        print("mode", oct(os.fstat(file).st_mode & 0o777), flush=True)
        os.utime("file", (1, 1))
        os.utime(file, (1, 1))
        print("time", os.fstat(file).st_mtime > 1, flush=True)
        attempt("truncate", lambda: os.truncate("file", 0))
        attempt("setxattr", lambda: os.setxattr("file", "user.name", b"x"))
        attempt("owner", lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid()))
        attempt("signal", lambda: fcntl.fcntl(0, fcntl.F_SETSIG, 9))
        attempt("owner of a socket", lambda: fcntl.ioctl(3, 0x8901, (1).to_bytes(4, "little")))
        attempt("shared", lambda: mmap.mmap(-1, 4096))
        attempt("zero", lambda: mmap.mmap(os.open("/dev/zero", os.O_RDWR), 4096))
        attempt("private", lambda: mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
        attempt("flags", lambda: fcntl.fcntl(0, fcntl.F_GETFL))
        attempt("ftruncate", lambda: os.ftruncate(file, 0))
        # PR_SET_PDEATHSIG, PR_GET_PDEATHSIG and PR_SET_NAME
        system, signal = ctypes.CDLL(None), ctypes.c_int()
        system.mmap.restype = ctypes.c_void_p
        # PROT_READ and MAP_SHARED; Python's own mmap duplicates the descriptor.
        address = system.mmap(None, ctypes.c_size_t(4096), 1, 1, file, ctypes.c_long(0))
        print("of a file", address != (1 << 64) - 1, flush=True)
        print("outlives its host", system.prctl(1, 0) == 0, flush=True)
        print("ends by", system.prctl(2, ctypes.byref(signal)), signal.value, flush=True)
        print("name", system.prctl(15, b"other"), flush=True)
        """)
    let denied = ["truncate", "setxattr", "owner", "signal", "owner of a socket", "shared"]
    let allowed = ["private", "flags", "ftruncate"]
    var expected = ["mode 0o600", "time True"]
    expected += denied.map { "\($0) EPERM" }
    expected += ["zero EACCES"]
    expected += allowed.map { "\($0) allowed" }
    expected += ["of a file True", "outlives its host False", "ends by 0 9", "name 0"]
    #expect(lines == expected)
  }

  @Test(.withPython) func `Disk is taken by writes alone`() async throws {
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
      """)
    let results = ["fallocate -1 True"] + Array(repeating: "EPERM", count: 4)
    #expect(lines == results + ["size 8192", "blocks of a sparse file True"])
  }
}
