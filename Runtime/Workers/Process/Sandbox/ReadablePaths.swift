import FoundationEssentials
import Wire

/// The paths that a worker in the strict sandbox may read: its program, shared libraries, time zones, and what the C
/// library looks at.
struct ReadablePaths {
  private static let ofSystem = [
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone",
    "/sys/devices/system/cpu",
    // Dispatch reads /proc/<thread>/stat, and ends the process if it cannot. Landlock denies the memory, the
    // environment and the descriptors of processes outside of the sandbox nevertheless.
    "/proc",
  ]

  let paths: [String]

  init(_ executable: String, libraryFolders folders: [String]) {
    let origin = executable.pathFolder
    // In the program's own library folders only shared libraries are readable, since such a folder may hold other
    // files.
    let libraries = folders.flatMap { folder in
      Self.libraries(in: folder.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin))
    }
    paths = Self.ofSystem + [executable] + libraries
  }

  private static func libraries(in folder: String) -> [String] {
    guard folder.hasPrefix("/") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".so") || $0.contains(".so.") }.map { "\(folder)/\($0)" }
  }
}
