import Foundation

/// Paths and the text files at them.
enum Paths {
  /// A path as seen from where the program runs: relative ones start from a folder.
  static func resolve(_ path: String, in folder: String) -> String {
    if path.hasPrefix("/") || folder == "." || folder.isEmpty { return path }
    let bare = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return folder.hasSuffix("/") ? folder + bare : "\(folder)/\(bare)"
  }

  /// A path from the root, without a slash at its end.
  static func absolute(_ path: String) -> String {
    let absolute = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return absolute.count > 1 && absolute.hasSuffix("/") ? String(absolute.dropLast()) : absolute
  }

  /// The folder that a path's last part lies in.
  static func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
  }

  /// The text of a file that was named, or of one that need not be there.
  ///
  /// - Parameters:
  ///   - named: the path that somebody gave; it has to be there.
  ///   - usual: the path to try otherwise; nothing happens if it is not there.
  ///   - flag: what to give another path by.
  /// - Returns: nil if neither is there.
  static func text(
    named: String?, usual: String, flag: String
  ) throws(Failure) -> (path: String, text: String)? {
    let path = named ?? usual
    var isFolder: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists else {
      guard named != nil else { return nil }
      throw Failure(.configuration, "there is no file \(path)", hint: "check what follows \(flag)")
    }
    guard !isFolder.boolValue, let data = FileManager.default.contents(atPath: path) else {
      throw Failure(.configuration, "\(path) cannot be read", hint: "check that it is a file, and its permissions")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Failure(.configuration, "\(path) is not a text in UTF-8")
    }
    return (path, text)
  }
}
