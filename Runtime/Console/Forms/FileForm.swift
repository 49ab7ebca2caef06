import Edge
import FoundationEssentials
import HTTPTypes
import Host
import NIOCore

/// A form with one file, as a browser sends it: the fields first, then the file. It is read chunk by chunk.
struct FileForm {
  /// The most bytes of the fields, and of the form's framing around the fields and the file.
  private static let fieldLimit = 64 << 10

  private var chunks: RequestBody.AsyncIterator
  private var parser: MultipartParser
  private let limit: Int
  private var received = 0
  private var isInFile = false

  /// - Parameter limit: the most bytes of the file.
  /// - Returns: nil if the body is no form with a file.
  init?(_ request: Request, limit: Int) {
    guard let type = request.fields.first(.contentType), type.lowercased().hasPrefix("multipart/form-data"),
      let parser = MultipartParser(contentType: type)
    else { return nil }
    self.parser = parser
    self.limit = limit
    chunks = request.body.makeAsyncIterator()
  }

  /// Reads the fields that stand before the file.
  ///
  /// - Throws: ``PageError/invalid(_:)`` for a form that is malformed, too large, cut off or without a file.
  mutating func fields() async throws -> Form {
    var fields: [Form.Field] = []
    var (name, value, bytes) = ("", [UInt8](), 0)
    while let event = try await next() {
      switch event {
      case .part(_, isFile: true, _):
        isInFile = true
        return Form(fields)
      case .part(let part, isFile: false, _): (name, value) = (part, [])
      case .content(let content):
        bytes += content.count
        guard bytes <= Self.fieldLimit else { throw PageError.invalid("The fields of the form are too large") }
        value += content
      case .partEnd: fields.append(Form.Field(name, String(decoding: value, as: UTF8.self)))
      case .end: throw PageError.invalid("No file was chosen")
      }
    }
    throw Self.cutOff
  }

  /// Writes the file into a new folder that the host's account alone can read.
  ///
  /// - Throws: ``PageError``. Then nothing is left of it.
  mutating func save() async throws -> ReceivedFile {
    let file = try ReceivedFile()
    do {
      while isInFile {
        switch try await next() {
        case .content(let bytes): try file.write(bytes)
        case .partEnd: isInFile = false
        default: throw Self.cutOff
        }
      }
      guard file.count > 0 else { throw PageError.invalid("No file was chosen, or it is empty") }
      // What follows the form is read, so that the connection can go on.
      while let chunk = try await chunks.next() { try count(chunk) }
      try file.close()
      return file
    } catch {
      file.remove()
      throw error
    }
  }

  private mutating func next() async throws -> MultipartParser.Event? {
    while true {
      do throws(StorageRefusal) {
        if let event = try parser.next() { return event }
      } catch {
        throw PageError.invalid(error.message)
      }
      guard let chunk = try await chunks.next() else { return nil }
      try count(chunk)
      parser.append(chunk.readableBytesView)
    }
  }

  private mutating func count(_ chunk: ByteBuffer) throws(PageError) {
    received += chunk.readableBytes
    guard received <= limit + Self.fieldLimit else {
      throw .invalid("The file is larger than \(Quantities.bytes(limit))")
    }
  }

  private static let cutOff = PageError.invalid("The form is cut off")
}
