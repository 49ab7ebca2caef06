import Edge
import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import Console

@Suite struct FileFormTests {
  private static let head = """
    --B\r\nContent-Disposition: form-data; name="token"\r\n\r\nt\r\n\
    --B\r\nContent-Disposition: form-data; name="bundle"\r\n\r\nnotes\r\n\
    --B\r\nContent-Disposition: form-data; name="executable"; filename="../../x"\r\nContent-Type: application/octet-stream\r\n\r\n
    """

  /// A form whose body arrives in pieces.
  private static func form(_ text: String, limit: Int = 1 << 20, piece: Int = 7) throws -> FileForm {
    let bytes = Mutex([UInt8](text.utf8)[...])
    let body = RequestBody {
      bytes.withLock { bytes -> ByteBuffer? in
        guard !bytes.isEmpty else { return nil }
        defer { bytes = bytes.dropFirst(piece) }
        return ByteBuffer(bytes: bytes.prefix(piece))
      }
    }
    return try #require(
      FileForm(
        Request(headers: [.contentType: "multipart/form-data; boundary=B"], body: body), limit: limit))
  }

  @Test func fieldsAndFileAreRead() async throws {
    var form = try Self.form(Self.head + "\u{7F}ELF\r\n--B\r\n--A rest\r\n--B--\r\n")
    let fields = try await form.fields()
    #expect(fields["token"] == "t")
    #expect(fields["bundle"] == "notes")
    // The second boundary begins a part without a head, which comes after the file.
    let file = try await form.save()
    defer { file.remove() }
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "\u{7F}ELF")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    let folder = URL(filePath: file.path).deletingLastPathComponent().path
    #expect(
      (try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    // The name of the client's file is used nowhere.
    #expect(file.path.hasSuffix("/executable"))
    file.remove()
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func aFormIsRefusedAndNothingIsLeft() async throws {
    let wrong = [
      Self.head, Self.head + "ELF", Self.head + "\r\n--B--\r\n", "--B--\r\n", "", "--B\r\n\r\nx\r\n--B--",
      "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(String(repeating: "a", count: 70_000))\r\n--B--",
    ]
    for text in wrong {
      var form = try Self.form(text, piece: 1 << 16)
      await #expect(throws: PageError.self, "\(text.prefix(80))") {
        _ = try await form.fields()
        try await form.save().remove()
      }
    }
  }

  @Test func aFileThatIsTooLargeIsRefused() async throws {
    var form = try Self.form(
      Self.head + String(repeating: "a", count: 200_000) + "\r\n--B--", limit: 100_000, piece: 1 << 14)
    _ = try await form.fields()
    await #expect(throws: PageError.invalid("The file is larger than 97.7 KiB")) { _ = try await form.save() }
  }

  @Test(arguments: ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"])
  func otherFormsHaveNoFile(_ type: String) {
    #expect(FileForm(Request(headers: [.contentType: type], body: RequestBody()), limit: 1) == nil)
  }
}
