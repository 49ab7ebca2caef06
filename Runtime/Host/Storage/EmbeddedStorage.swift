import CDispatch  // The compiler may take `struct stat` for a part of this module.
import Edge
import FoundationEssentials
import NIOCore

/// The storage of an embedded host: a folder of buckets.
///
/// The file is the only record: its folder's name says which user it belongs to, its bytes its type, and an extended
/// attribute the rest (``FileMetadata``). So there is nothing that could disagree with it after a crash.
final class EmbeddedStorage: Sendable {
  typealias Bucket = StorageConfiguration.Bucket

  let configuration: StorageConfiguration
  let signer: ObjectSigner
  let clock: WallClock
  /// The start of URLs, which is known once the host listens.
  let base: @Sendable () -> String
  /// Reads files, a piece at a time.
  let reading = FileQueue(label: "swiftlet.files")
  /// Reads folders, of which a large one may take long.
  let folders = FileQueue(label: "swiftlet.folders")
  let listings = Places(32)
  /// Writes and removes files, one after the other: a reader must not wait for a disk that writes.
  let writing = FileQueue(label: "swiftlet.uploads")
  /// Counts users' files before their uploads begin, which may take long.
  let counting = FileQueue(label: "swiftlet.quotas")
  let uploads = UploadsInHand()

  /// Creates a storage in a folder, and removes the temporary files of uploads whose process has ended.
  init(
    _ configuration: StorageConfiguration, signer: ObjectSigner, clock: WallClock,
    base: @escaping @Sendable () -> String
  ) async {
    self.configuration = configuration
    self.signer = signer
    self.clock = clock
    self.base = base
    await writing.run {
      if let root = try? StorageFolder(at: configuration.folder) { UploadFile.removeAbandoned(below: root) }
    }
  }

  /// The settings of a bucket that is configured, or is a folder.
  ///
  /// - Throws: ``StorageRefusal`` 404.
  func bucket(_ name: String) async throws(StorageRefusal) -> Bucket {
    guard ObjectKey.isBucket(name) else { throw .noBucket }
    if let bucket = configuration.buckets[name] { return bucket }
    return try await reading.attempt { [folder = configuration.folder] () throws(StorageRefusal) in
      do throws(StorageRefusal) {
        _ = try StorageFolder(at: folder).folder([name[...]])
      } catch .notFound {
        throw .noBucket
      }
      return Bucket()
    }
  }

  /// The names of all buckets, with the time of the last change of their folders.
  func buckets() async throws(StorageRefusal) -> [(name: String, changedAt: Date)] {
    try await reading.attempt { [configuration] () throws(StorageRefusal) in
      let root = try? StorageFolder(at: configuration.folder)
      let folders = try root?.entries().filter { $0.kind == .folder && ObjectKey.isBucket($0.name) }.map(\.name) ?? []
      return Set(folders).union(configuration.buckets.keys).sorted().map { name in
        (name, Date(timeIntervalSince1970: Double(root?.status(of: name)?.st_mtim.tv_sec ?? 0)))
      }
    }
  }

  /// Opens a file.
  ///
  /// - Throws: ``StorageRefusal``.
  func open(_ key: ObjectKey) async throws(StorageRefusal) -> StoredFile {
    guard key.isReadable else { throw .notFound }
    return try await reading.attempt { [folder = configuration.folder] () throws(StorageRefusal) in
      try StoredFile(key.text, below: folder)
    }
  }

  /// The result of ``open(_:)``.
  func opened(_ key: ObjectKey) async -> Result<StoredFile, StorageRefusal> {
    do throws(StorageRefusal) {
      return .success(try await open(key))
    } catch {
      return .failure(error)
    }
  }

  /// A part of a folder's content.
  ///
  /// - Parameters:
  ///   - network: the client's, which can have half of the listings in hand; nil for none.
  ///   - isVisible: whether an entry of the bucket itself is shown.
  /// - Throws: ``StorageRefusal`` 503 if too many listings are in hand.
  func list(
    _ listing: ObjectListing, of bucket: String, for network: ClientNetwork? = nil,
    isVisible: @escaping @Sendable (_ name: String) -> Bool
  ) async throws(StorageRefusal) -> [ObjectListing.Entry] {
    guard let place = listings.take(for: network) else { throw .unavailable }
    defer { withExtendedLifetime(place) {} }
    return try await folders.attempt { [folder = configuration.folder] () throws(StorageRefusal) in
      guard let root = try? StorageFolder(at: folder) else { return [] }
      return try listing.entries(of: bucket, below: root, isVisible: isVisible)
    }
  }

  /// Removes files, and the folders that this leaves empty; returns the removed files.
  func remove(_ keys: [ObjectKey]) async throws(StorageRefusal) -> [ObjectRecord] {
    try await writing.attempt { [folder = configuration.folder] () throws(StorageRefusal) in
      let root = try StorageFolder(at: folder)
      var removed: [ObjectRecord] = []
      for key in keys where key.isReadable {
        guard let file = try? StoredFile(key.text, below: folder) else { continue }
        let parts = [key.bucket[...]] + key.segments.dropLast()
        let parent = try root.folder(parts)
        guard let name = key.segments.last, try parent.remove(name) else { continue }
        try parent.synchronise()
        removed.append(ObjectRecord(key, file))
        if let bucket = try? root.folder([key.bucket[...]]) { bucket.removeEmpty(parts.dropFirst()) }
      }
      return removed
    }
  }
}
