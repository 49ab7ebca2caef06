import FoundationEssentials
import Wire

/// Operations on paths.
enum Paths {
  /// A path from the working folder, for a path that is relative to `folder`.
  static func resolve(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") || folder == "." || folder.isEmpty { return path }
    let bare = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return folder.hasSuffix("/") ? folder + bare : "\(folder)/\(bare)"
  }

  /// An absolute path, without a slash at its end.
  static func absolute(_ path: String) -> String {
    let absolute = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
  }

  /// The path that a chain of symbolic links leads to, whether or not there is a file.
  static func followingLinks(_ path: String) -> String {
    var path = path
    // Linux follows 40 links at most.
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      let folder = path.pathFolder
      path = target.hasPrefix("/") || folder.isEmpty ? target : "\(folder == "/" ? "" : folder)/\(target)"
    }
    return path
  }

  /// The folder of a path's last component.
  static func folder(of path: String) -> String {
    let folder = path.pathFolder
    return folder.isEmpty ? "." : folder
  }
}
