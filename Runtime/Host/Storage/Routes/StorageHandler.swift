import Edge
import FoundationEssentials
import HTTPTypes
import Logging

/// Answers `/storage/v1` as Supabase's storage server does, on the embedded storage.
struct StorageHandler: PathHandler {
  static let prefix = "/storage/v1"

  /// The largest JSON body in bytes: a thousand paths of some length.
  private static let maximumJSON = 256 << 10

  let storage: EmbeddedStorage
  let authorizer: Authorizer
  let logger: Logger

  var name: String { "storage" }
  var answersPreflights: Bool { false }
  /// An upload or a download takes as long as its client needs. The least rate of bodies bounds an upload.
  var isTimed: Bool { false }

  func response(to refusal: FunctionError) -> Response? { StorageRefusal(refusal).response }

  func respond(to request: PathRequest) async -> Response {
    do {
      return try await answer(request)
    } catch let refusal as StorageRefusal {
      if refusal.statusCode >= 500, refusal.statusCode != 501 {
        logger.error(
          "The storage failed",
          metadata: [
            "id": "\(request.id)", "function": "\(name)", "reason": "\(refusal.error): \(refusal.message)",
          ])
      }
      return refusal.response
    } catch {
      // The client has left, or its body is no HTTP.
      return StorageRefusal.invalid("The body broke off").response
    }
  }

  private func answer(_ request: PathRequest) async throws -> Response {
    let route = StorageRoute(request.request.method, request.request.path.dropFirst(Self.prefix.count))
    switch route {
    case .unknown: throw StorageRefusal(statusCode: 404, error: "Not Found", message: "There is no such route")
    case .notOffered(let text): throw StorageRefusal.notOffered(text)
    case .read(let key, .signed): return try await signed(key, request)
    case .read(let key, let way): return try await read(key, way, request)
    case .info(let key, let way):
      _ = try await readable(key, way, request)
      return Self.json(ObjectRecord(key, try await storage.open(key)).info)
    default: break
    }
    let identity = try await identity(request)
    let caller = StorageAccess(identity)
    let writer = StorageWriter(caller) { [authorizer] in authorizer.hasEnded(identity) }
    switch route {
    case .buckets: return try await buckets(caller)
    case .bucket(let name): return try await bucket(name, caller)
    case .sign(let key): return try await sign(key, caller, body(of: request, writer))
    case .signMany(let bucket): return try await signMany(bucket, caller, body(of: request, writer))
    case .upload(let key, let replacing): return try await upload(key, writer, replacing: replacing, request)
    case .list(let bucket): return try await list(bucket, caller, body(of: request, writer), request)
    case .remove(let key): return try await remove(key, caller)
    case .removeMany(let bucket): return try await removeMany(bucket, caller, body(of: request, writer))
    case .copy(isMove: false): return try await copy(writer, body(of: request, writer), request)
    case .copy(isMove: true): return try await move(writer, body(of: request, writer), request)
    default: throw StorageRefusal.failed
    }
  }

  /// The sender of a request.
  ///
  /// - Throws: ``StorageRefusal`` 403 without a valid token.
  private func identity(_ request: PathRequest) async throws(StorageRefusal) -> Identity {
    do throws(HostError) {
      return try await authorizer.identity(request.request.fields, at: request.date)
    } catch {
      throw error.status == .serviceUnavailable ? .unavailable : .denied(error.message)
    }
  }

  /// The settings of a file's bucket, if its sender may read the file.
  ///
  /// - Throws: ``StorageRefusal`` 404 for what the sender may not know.
  private func readable(
    _ key: ObjectKey, _ way: StorageRoute.Way, _ request: PathRequest
  ) async throws(StorageRefusal) -> EmbeddedStorage.Bucket {
    let caller: StorageAccess
    switch way {
    case .authenticated: caller = StorageAccess(try await identity(request))
    // An invalid token counts as none, as in Supabase.
    case .either: caller = StorageAccess(try? await identity(request))
    case .open, .signed: caller = .anyone
    }
    let bucket = try await storage.bucket(key.bucket)
    guard caller.mayRead(key, isPublic: bucket.isPublic) else { throw caller == .anyone ? .noBucket : .notFound }
    return bucket
  }

  private func read(_ key: ObjectKey, _ way: StorageRoute.Way, _ request: PathRequest) async throws -> Response {
    let bucket = try await readable(key, way, request)
    let file = try await storage.open(key)
    let cache = ObjectRecord(key, file).cacheControl
    return try respond(with: file, key, request, cacheControl: bucket.isPublic ? cache : "private, \(cache)")
  }

  /// A file by a signed URL, which is cached as long as the URL is valid.
  private func signed(_ key: ObjectKey, _ request: PathRequest) async throws -> Response {
    let expiry = try storage.signer.expiry(of: request.request.query("token"), for: key)
    let file = try await storage.open(key)
    let seconds = Int(min(max(0, expiry.timeIntervalSince(storage.clock.now)), 31_536_000))
    return try respond(with: file, key, request, cacheControl: "private, max-age=\(seconds)")
  }

  private func respond(
    with file: StoredFile, _ key: ObjectKey, _ request: PathRequest, cacheControl: String
  ) throws(StorageRefusal) -> Response {
    let now = storage.clock.now
    return try file.response(
      FileAnswer(request.request.method, request.request.fields, for: file.version, at: now), on: storage.reading,
      at: now, cacheControl: cacheControl, disposition: request.request.query("download").map(Self.disposition))
  }

  /// The value of `Content-Disposition` for `?download` and `?download=<name>`.
  private static func disposition(_ name: String) -> String {
    let name = PercentEncoding.encode(name)
    return name.isEmpty ? "attachment" : "attachment; filename=\(name); filename*=UTF-8''\(name)"
  }

  /// The JSON of a request's body.
  ///
  /// - Throws: ``StorageRefusal`` 400, 413 or 503, and 403 if the sender's session ended before the body had come; the
  ///   error that ended the body.
  private func body(of request: PathRequest, _ writer: StorageWriter) async throws -> JSONValue {
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try await request.request.body.collect(upTo: Self.maximumJSON).readableBytesView)
    } catch let error as FunctionError {
      throw error.code == .payloadTooLarge ? StorageRefusal.tooLarge(limit: Self.maximumJSON) : StorageRefusal(error)
    }
    try writer.checkSession()
    do throws(JSONFault) {
      return try Wire.decode(JSONValue.self, from: bytes)
    } catch {
      throw StorageRefusal.invalid("The body is no JSON: \(error)")
    }
  }

  static func json(_ value: JSONValue) -> Response {
    Response(json: (try? Wire.encode(value)) ?? [], status: .ok, headers: [.cacheControl: "no-store"])
  }
}
