package import Channel
import Cryptography
import FoundationEssentials
import Glibc
package import Loop
import Wire

/// The folder of a host's bundles: executables under their digests, their manifests, and the index of versions.
///
/// Its calls block. A process that ends at any point leaves the old index or the new one, and files that the index does
/// not name, which ``prune(keeping:)`` removes.
package struct BundleStore: Sendable {
  package let folder: String
  private let reached: @Sendable (BundleStoreStep) throws(BundleFault) -> Void

  /// - Parameters:
  ///   - folder: the path of the folder. It is made on the first change.
  ///   - reached: called after each step, for tests of crashes.
  package init(
    folder: String, reached: @escaping @Sendable (BundleStoreStep) throws(BundleFault) -> Void = { _ in }
  ) {
    self.folder = folder
    self.reached = reached
  }

  package func executable(_ digest: String) -> String { "\(folder)/\(digest)" }

  private func manifestPath(_ digest: String) -> String { "\(folder)/\(digest).json" }
  private var indexPath: String { "\(folder)/index.json" }

  /// Takes the right to change the store, and makes its folder.
  ///
  /// - Throws: ``BundleFault`` if another process has it.
  package func lock() throws(BundleFault) -> FileLock {
    try make()
    let path = "\(folder)/lock"
    do throws(SystemError) {
      return try FileLock(path)
    } catch {
      guard error.number == EWOULDBLOCK else { throw BundleFault(error.number, "cannot be locked", path) }
      throw BundleFault(
        "Another process changes the bundles in \(folder)", hint: "run the command again when it has ended")
    }
  }

  /// Makes the folder, or makes it private.
  package func make() throws(BundleFault) {
    if unsafe mkdir(folder, mode_t(0o700)) != 0, errno != EEXIST { throw BundleFault(errno, "cannot be made", folder) }
    // Executables that another user could replace would run with the host's rights.
    guard unsafe chmod(folder, mode_t(0o700)) == 0 else { throw BundleFault(errno, "cannot be made private", folder) }
  }

  /// The index; empty before the first deployment.
  package func index() throws(BundleFault) -> BundleIndex {
    guard let data = FileManager.default.contents(atPath: indexPath) else {
      // A folder that this user may not enter is not an empty one.
      let number = unsafe access(indexPath, R_OK) == 0 ? EIO : errno
      if number == ENOENT { return BundleIndex() }
      throw BundleFault(number, "cannot be read", indexPath)
    }
    guard let index = try? Wire.decode(BundleIndex.self, from: [UInt8](data)) else {
      throw BundleFault(
        "The index of bundles \(indexPath) cannot be read",
        hint: "restore it, or remove it and deploy the bundles again")
    }
    guard index.format == BundleIndex.currentFormat else {
      throw BundleFault(
        "The index of bundles \(indexPath) has format \(index.format); this host knows format \(BundleIndex.currentFormat)",
        hint: "run the release of Swiftlet that wrote it")
    }
    return index
  }

  package func write(_ index: BundleIndex) throws(BundleFault) {
    guard let bytes = try? Wire.encode(index) else { throw BundleFault("The index of bundles cannot be encoded") }
    try StoreFile.write(bytes, to: indexPath) { () throws(BundleFault) in
      try reached(.indexWritten)
    } synchronised: { () throws(BundleFault) in
      try reached(.indexSynchronised)
    }
    try reached(.indexNamed)
  }

  /// Copies an executable into the folder, under the digest of its bytes.
  ///
  /// - Throws: ``BundleFault`` if it is no file that can be run, or the disk has no room for it. Then no part of it
  ///   stays.
  package func copy(_ executable: String) throws(BundleFault) -> StoredExecutable {
    let (source, size) = try Self.open(executable: executable)
    defer { close(source) }
    try checkRoom(for: size)
    let new = "\(folder)/copy-\(UUID().uuidString).new"
    let target = unsafe Glibc.open(new, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o700))
    guard target >= 0 else { throw BundleFault(errno, "cannot be written", new) }
    // A copy that failed would fill the disk further. After a success no file has this name.
    defer { try? FileManager.default.removeItem(atPath: new) }
    do {
      defer { close(target) }
      try reached(.copyOpened)
      try StoreFile.copy(from: source, executable, to: target, new)
      try reached(.copyWritten)
      guard fsync(target) == 0 else { throw BundleFault(errno, "cannot be written", new) }
      try reached(.copySynchronised)
    }
    // Of the copy: the file may change meanwhile.
    let digest = try Self.digest(of: new)
    let path = self.executable(digest)
    try StoreFile.name(new, path)
    try reached(.copyNamed)
    return StoredExecutable(digest: digest, path: path, source: executable)
  }

  /// Opens a file that can be run, and reads its size in bytes.
  private static func open(executable path: String) throws(BundleFault) -> (descriptor: CInt, size: Int) {
    // A FIFO without a writer would keep the thread.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw BundleFault(errno, "cannot be read", path) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      status.st_mode & 0o111 != 0
    else {
      close(descriptor)
      throw BundleFault(
        "\(path) is no executable file", hint: "give the path of what swift build made, such as .build/release/notes")
    }
    return (descriptor, Int(status.st_size))
  }

  /// The SHA-256 of a file's bytes, as hexadecimal digits.
  static func digest(of path: String) throws(BundleFault) -> String {
    guard let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else {
      throw BundleFault("\(path) cannot be read")
    }
    return SHA256Digest(of: data.span).hexadecimal
  }

  /// What is wrong with the executable of a version; nil if its bytes have its digest.
  package func fault(of digest: String) -> String? {
    let path = executable(digest)
    guard FileManager.default.fileExists(atPath: path) else { return "the executable \(path) is missing" }
    do throws(BundleFault) {
      return try Self.digest(of: path) == digest ? nil : "the executable \(path) is damaged"
    } catch {
      return error.message
    }
  }

  /// Keeps the manifest of a version, for commands that need it without a host.
  package func keep(_ manifest: Manifest, of digest: String) throws(BundleFault) {
    guard let bytes = try? Wire.encode(manifest) else { throw BundleFault("The manifest cannot be encoded") }
    try StoreFile.write(bytes, to: manifestPath(digest))
    try reached(.manifestWritten)
  }

  /// The kept manifest of a version; nil if it was not kept, or was kept by another release.
  package func manifest(of digest: String) -> Manifest? {
    FileManager.default.contents(atPath: manifestPath(digest)).flatMap {
      try? Wire.decode(Manifest.self, from: [UInt8]($0))
    }
  }

  /// Removes the copies and versions that a change has left whose process was killed, unless another change is under
  /// way.
  package func removeAbandoned() {
    guard FileManager.default.fileExists(atPath: folder), let lock = try? self.lock(), let index = try? self.index()
    else { return }
    defer { withExtendedLifetime(lock) {} }
    let kept = index.digests
    removeFiles { !kept.contains($0) }
  }

  /// Removes the versions that are neither named by the index nor to be kept. Called with the store's lock.
  package func prune(keeping digests: Set<String>) throws(BundleFault) {
    removeFiles { !digests.contains($0) }
    try reached(.pruned)
  }

  /// Removes unfinished files, and the files of some versions. Files whose names the store does not give stay: the
  /// folder may have others.
  private func removeFiles(ofVersion isRemoved: (_ digest: String) -> Bool) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      let digest = String(name.prefix(64))
      let isVersion = digest.utf8.count == 64 && digest.utf8.allSatisfy { ASCII.isHexDigit($0) }
      let isOfVersion = isVersion && ["", ".json"].contains(name.dropFirst(64)) && isRemoved(digest)
      let isUnfinished =
        name.hasPrefix("copy-") && name.hasSuffix(".new") || name == "index.json.new"
        || isVersion && name.dropFirst(64) == ".json.new"
      if isOfVersion || isUnfinished { _ = unsafe unlink("\(folder)/\(name)") }
    }
  }
}
