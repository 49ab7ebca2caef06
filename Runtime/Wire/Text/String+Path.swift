extension String {
  /// The folder of a path's last component: `/var/lib` of `/var/lib/data` and of `/var/lib/data/`, `/` of `/data`;
  /// empty for a name alone.
  package var pathFolder: String {
    let bare = bareOfSlashes(self[...])
    guard let slash = bare.lastIndex(of: "/") else { return "" }
    let folder = bareOfSlashes(bare[..<slash])
    return folder.isEmpty ? "/" : String(folder)
  }

  /// The last component of a path: `data` of `/var/lib/data` and of `/var/lib/data/`.
  package var pathName: String {
    let bare = bareOfSlashes(self[...])
    return bare.lastIndex(of: "/").map { String(bare[bare.index(after: $0)...]) } ?? String(bare)
  }

  /// The text without one slash at its end.
  package var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }

  /// A path without the slashes at its end.
  private func bareOfSlashes(_ path: Substring) -> Substring {
    var path = path
    while path.last == "/" { path.removeLast() }
    return path
  }
}
