import Edge
import FoundationEssentials
import HTTPTypes

extension StorageHandler {
  /// The most paths of one request, as in Supabase.
  private static let maximumPaths = 1000

  func upload(_ key: ObjectKey, _ writer: StorageWriter, replacing: Bool, _ request: PathRequest) async throws
    -> Response
  {
    try checkWriting(key, writer.access)
    let record = try await storage.store(
      key, from: UploadSource(request.request), declared: request.request.declaredLength,
      replacing: replacing || Self.isUpsert(request), for: writer)
    return Self.json(["Id": .string(record.id.lowercased), "Key": .string(key.text)])
  }

  func list(
    _ bucket: String, _ caller: StorageAccess, _ body: JSONValue, _ request: PathRequest
  ) async throws -> Response {
    let settings = try await storage.bucket(bucket)
    let listing = try ObjectListing(body)
    let isPublic = settings.isPublic
    guard caller.mayList(topFolder: listing.folder.prefix { $0 != "/" }, isPublic: isPublic) else {
      return Self.json([])
    }
    let entries = try await storage.list(
      listing, of: bucket, for: request.client.flatMap { ClientNetwork($0) },
      isVisible: { caller.mayList(topFolder: $0, isPublic: isPublic) })
    return Self.json(.array(entries.map(\.json)))
  }

  func remove(_ key: ObjectKey, _ caller: StorageAccess) async throws -> Response {
    let bucket = try await storage.bucket(key.bucket)
    guard caller.mayRead(key, isPublic: bucket.isPublic) else { throw StorageRefusal.notFound }
    try checkWriting(key, caller)
    guard try await !storage.remove([key]).isEmpty else { throw StorageRefusal.notFound }
    return Self.json(["message": "Successfully deleted"])
  }

  /// Removes those of the files that the caller may write; the others are passed over, as by row-level security.
  func removeMany(_ bucket: String, _ caller: StorageAccess, _ body: JSONValue) async throws -> Response {
    _ = try await storage.bucket(bucket)
    let keys = try Self.paths(body["prefixes"], "prefixes").map { ObjectKey(bucket: bucket, path: $0) }
    let removed = try await storage.remove(keys.filter(caller.mayWrite))
    return Self.json(.array(removed.map { $0.json(named: $0.key.path) }))
  }

  /// Copies a file, chunk by chunk.
  func copy(_ writer: StorageWriter, _ body: JSONValue, _ request: PathRequest) async throws -> Response {
    let (source, destination) = try await places(writer.access, body)
    try checkWriting(destination, writer.access)
    let file = try await storage.open(source)
    let record = try await storage.store(
      destination,
      from: UploadSource(
        file.pieces(on: storage.reading), contentType: file.contentType, maxAge: file.metadata?.maxAge,
        metadata: file.metadata?.custom),
      declared: file.version.size, replacing: Self.isUpsert(request), for: writer)
    return Self.json(["Id": .string(record.id.lowercased), "Key": .string(destination.text)])
  }

  func move(_ writer: StorageWriter, _ body: JSONValue, _ request: PathRequest) async throws -> Response {
    let (source, destination) = try await places(writer.access, body)
    try checkWriting(source, writer.access)
    try checkWriting(destination, writer.access)
    try await storage.move(source, to: destination, replacing: Self.isUpsert(request), for: writer)
    return Self.json(["message": "Successfully moved"])
  }

  /// The places of a copy or a move.
  ///
  /// - Throws: ``StorageRefusal`` 404 if the caller may not read the first one.
  private func places(
    _ caller: StorageAccess, _ body: JSONValue
  ) async throws -> (source: ObjectKey, destination: ObjectKey) {
    guard let bucket = body["bucketId"]?.string, let from = body["sourceKey"]?.string,
      let to = body["destinationKey"]?.string
    else { throw StorageRefusal.invalid("body must have bucketId, sourceKey and destinationKey") }
    let source = ObjectKey(bucket: bucket, path: from)
    let settings = try await storage.bucket(bucket)
    guard caller.mayRead(source, isPublic: settings.isPublic) else { throw StorageRefusal.notFound }
    return (source, ObjectKey(bucket: body["destinationBucket"]?.string ?? bucket, path: to))
  }

  private static func isUpsert(_ request: PathRequest) -> Bool {
    request.request.fields.first(.upsert)?.lowercased() == "true"
  }

  private func checkWriting(_ key: ObjectKey, _ caller: StorageAccess) throws(StorageRefusal) {
    guard !caller.mayWrite(key) else { return }
    throw .denied(
      caller == .anyone
        ? "Only signed-in users and the service role may write files"
        : "Users may write files only below a folder of their own: \(key.bucket)/<user id>/…")
  }

  static func paths(_ value: JSONValue?, _ name: String) throws(StorageRefusal) -> [String] {
    guard let elements = value?.array, (1...maximumPaths).contains(elements.count) else {
      throw .invalid("body/\(name) must have 1 to \(maximumPaths) paths")
    }
    let paths = elements.compactMap(\.string)
    guard paths.count == elements.count else { throw .invalid("body/\(name) must have paths as texts") }
    return paths
  }
}

extension HTTPField.Name {
  /// `x-upsert`: whether an upload replaces a file that is there.
  static let upsert = named("x-upsert")
}
