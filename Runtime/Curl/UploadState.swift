import HTTPCalls
import NIOCore

/// The rules of a streamed request body between its source and libcurl. A value without I/O.
struct UploadState {
  /// The result of libcurl's demand for bytes.
  enum Demand {
    /// The number of bytes that were copied; 0 at the end of the body.
    case copied(Int)
    /// No byte is available yet. `pulls` is true if the source is to be asked for the next chunk.
    case wait(pulls: Bool)
  }

  private let length: Int?
  private var chunk = ByteBuffer()
  private var received = 0
  private var hasEnded = false
  private var isPulling = false

  init(length: Int?) { self.length = length }

  /// The last bytes of a declared length wait until the source has ended, so that a body with too many is never sent
  /// whole.
  private var holdsBack: Bool { !hasEnded && received == length }

  mutating func read(into room: UnsafeMutableRawBufferPointer) -> Demand {
    if chunk.readableBytes > 0, !holdsBack {
      let count = min(chunk.readableBytes, room.count)
      unsafe chunk.readWithUnsafeReadableBytes { bytes in
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        return count
      }
      return .copied(count)
    }
    if hasEnded { return .copied(0) }
    defer { isPulling = true }
    return .wait(pulls: !isPulling)
  }

  /// Takes the source's next chunk, `nil` at its end. Returns whether libcurl can go on; else the source is to be asked
  /// again.
  ///
  /// - Throws: ``HTTPClientError`` if the source has another number of bytes than declared.
  mutating func supply(_ next: ByteBuffer?) throws(HTTPClientError) -> Bool {
    guard var next else {
      if let length, received < length {
        throw HTTPClientError(.invalidRequest, "the body has \(received) bytes instead of \(length)")
      }
      (hasEnded, isPulling) = (true, false)
      return true
    }
    received += next.readableBytes
    if let length, received > length {
      throw HTTPClientError(.invalidRequest, "the body has more than \(length) bytes")
    }
    // Appended to a buffer that was read, the bytes would stand behind the read ones, and the memory would grow with
    // the upload.
    if chunk.readableBytes == 0 { chunk = next } else { chunk.writeBuffer(&next) }
    isPulling = chunk.readableBytes == 0 || holdsBack
    return !isPulling
  }
}
