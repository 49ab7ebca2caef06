import Edge
import FoundationEssentials
import HTTPTypes
import NIOCore

/// The file in a request's body, chunk by chunk: the body itself, or the file of a form as supabase-js, supabase-swift
/// and storage3 send it.
struct UploadSource {
  /// The most bytes of a form's fields.
  private static let maximumFields = 16 << 10
  /// The most bytes of a form that are not the file's, with what is read and not yet returned.
  private static let maximumOverhead = 512 << 10

  /// The media type that the client declares.
  private(set) var contentType: String?
  /// The seconds for which clients may cache the file; nil if it has to be revalidated.
  private(set) var maxAge: Int?
  /// The client's own metadata.
  private(set) var metadata: JSONObject?

  private var chunks: RequestBody.AsyncIterator
  private var form: MultipartParser?
  private var part: (name: String, isFile: Bool)?
  private var field: [UInt8] = []
  private var fieldBytes = 0
  /// The received bytes less those of the file.
  private var overhead = 0
  private var hasFile = false
  private var isOver = false

  /// - Throws: ``StorageRefusal`` 400 for a form without a boundary.
  init(_ request: Request) throws(StorageRefusal) {
    let contentType = request.fields.first(.contentType)
    chunks = request.body.makeAsyncIterator()
    if let contentType, contentType.lowercased().hasPrefix("multipart/form-data") {
      guard let parser = MultipartParser(contentType: contentType) else {
        throw .invalid("The Content-Type of the form names no boundary")
      }
      form = parser
    } else {
      self.contentType = contentType
      maxAge = request.fields.first(.cacheControl).flatMap(Self.maxAge)
      metadata = request.fields.first(.metadata).flatMap { Data(base64Encoded: $0) }.flatMap {
        Self.object([UInt8]($0))
      }
    }
  }

  /// A file of known type.
  init(_ body: RequestBody, contentType: String?, maxAge: Int?, metadata: JSONObject? = nil) {
    chunks = body.makeAsyncIterator()
    self.contentType = contentType
    self.maxAge = maxAge
    self.metadata = metadata
  }

  /// The most bytes of the body that are not the file's.
  var allowedOverhead: Int { form == nil ? 0 : Self.maximumOverhead }

  /// The next bytes of the file; nil at its end, when the other properties are complete.
  ///
  /// - Throws: ``StorageRefusal`` 400 for a form that is malformed or cut off; the error that ended the body.
  mutating func next() async throws -> ByteBuffer? {
    guard form != nil else { return try await chunks.next() }
    while !isOver {
      while let event = try form?.next() {
        if let content = try handle(event) {
          overhead -= content.count
          return ByteBuffer(bytes: content)
        }
      }
      guard !isOver else { break }
      guard let chunk = try await nextChunk() else { throw StorageRefusal.invalid("The form is cut off") }
      form?.append(chunk.readableBytesView)
    }
    guard hasFile else { throw StorageRefusal.invalid("No content provided") }
    // What follows the form is read, so that the connection can go on.
    while try await nextChunk() != nil {}
    return nil
  }

  private mutating func nextChunk() async throws -> ByteBuffer? {
    guard let chunk = try await chunks.next() else { return nil }
    overhead += chunk.readableBytes
    guard overhead <= Self.maximumOverhead else {
      throw StorageRefusal.invalid("The form has more than \(Self.maximumOverhead) bytes beside its file")
    }
    return chunk
  }

  /// - Returns: bytes of the file, if the event has such.
  private mutating func handle(_ event: MultipartParser.Event) throws(StorageRefusal) -> ArraySlice<UInt8>? {
    switch event {
    case .part(let name, let isFile, let type):
      part = (name, isFile)
      field = []
      guard isFile else { return nil }
      guard !hasFile else { throw .invalid("The form has more than one file") }
      hasFile = true
      contentType = contentType ?? type
    case .content(let bytes):
      if part?.isFile == true { return bytes }
      fieldBytes += bytes.count
      guard fieldBytes <= Self.maximumFields else {
        throw .invalid("The form's fields exceed \(Self.maximumFields) bytes")
      }
      field += bytes
    case .partEnd:
      if let part, !part.isFile { set(part.name, field) }
    case .end: isOver = true
    }
    return nil
  }

  private mutating func set(_ name: String, _ value: [UInt8]) {
    switch name {
    case "cacheControl": maxAge = Self.maxAge(String(decoding: value, as: UTF8.self))
    case "contentType": contentType = String(decoding: value, as: UTF8.self)
    case "metadata", "userMetadata": metadata = Self.object(value)
    default: break
    }
  }

  /// The seconds of `3600` or `max-age=3600`, at most a year.
  private static func maxAge(_ text: String) -> Int? {
    let digits = text.firstRange(of: "max-age=").map { text[$0.upperBound...] } ?? text[...]
    return Int(digits.prefix { $0.isASCII && $0.isNumber }).map { min($0, 31_536_000) }
  }

  private static func object(_ bytes: [UInt8]) -> JSONObject? {
    (try? Wire.decode(JSONValue.self, from: bytes))?.object
  }
}

extension HTTPField.Name {
  /// `x-metadata`: the client's own metadata, as base64 of JSON.
  fileprivate static let metadata = named("x-metadata")
}
