import Glibc

/// A program in the format of this system (ELF), as far as its start and its sandbox need it.
struct ExecutableFile {
  private static let size64: UInt8 = 2
  private static let littleEndian: UInt8 = 1
  #if arch(x86_64)
    private static let machine: UInt64 = 62
  #else
    private static let machine: UInt64 = 183
  #endif
  /// Types of program headers, and tags of the dynamic section (elf.h).
  private enum Number {
    static let load: UInt64 = 1
    static let dynamic: UInt64 = 2
    static let stringTable: UInt64 = 5
    static let libraryPath: UInt64 = 15
    static let runPath: UInt64 = 29
  }
  private static let mostHeaders = 64
  private static let longestText = 4096

  /// The folders in which the program looks for shared libraries before the system's; `$ORIGIN` is the program's own.
  private(set) var libraryFolders: [String] = []

  /// Reads the headers of a program.
  ///
  /// - Parameter read: Reads at most that many bytes of the file from an offset on.
  /// - Throws: ``WorkerStartFault`` if it is no program for this system.
  init(_ path: String, read: (_ offset: UInt64, _ count: Int) -> [UInt8]) throws(WorkerStartFault) {
    let head = ByteFields(read(0, 64))
    guard head.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46, Self.size64, Self.littleEndian]),
      let machine = head.integer(at: 18, size: 2), let offset = head.integer(at: 32, size: 8),
      let size = head.integer(at: 54, size: 2), let count = head.integer(at: 56, size: 2)
    else { throw WorkerStartFault("\(path) is not an executable program of this system (ELF)", error: ENOEXEC) }
    guard machine == Self.machine else {
      throw WorkerStartFault("\(path) is a program for another processor", error: ENOEXEC)
    }
    guard size >= 56, count <= Self.mostHeaders else { return }
    let headers = ByteFields(read(offset, Int(size * count)))
    let programs = (0..<Int(count)).compactMap { ProgramHeader(headers, at: $0 * Int(size)) }
    guard let dynamic = programs.first(where: { $0.type == Number.dynamic }), dynamic.size <= 1 << 16 else { return }
    libraryFolders = Self.libraryFolders(ByteFields(read(dynamic.offset, Int(dynamic.size))), programs, read)
  }

  private static func libraryFolders(
    _ section: ByteFields, _ programs: [ProgramHeader], _ read: (UInt64, Int) -> [UInt8]
  ) -> [String] {
    var places: [UInt64] = []
    var table: UInt64?
    for offset in stride(from: 0, to: section.bytes.count, by: 16) {
      guard let tag = section.integer(at: offset, size: 8), let value = section.integer(at: offset + 8, size: 8) else {
        break
      }
      if tag == Number.stringTable { table = value }
      if tag == Number.runPath || tag == Number.libraryPath { places.append(value) }
    }
    guard let table else { return [] }
    return places.flatMap { place -> [String] in
      let address = table.addingReportingOverflow(place).partialValue
      guard
        let segment = programs.first(where: {
          $0.type == Number.load && address >= $0.address && address - $0.address < $0.size
        })
      else { return [] }
      let bytes = read(segment.offset &+ (address - segment.address), longestText).prefix { $0 != 0 }
      return String(decoding: bytes, as: UTF8.self).split(separator: ":").map(String.init)
    }
  }
}

/// A part of a program's file that is loaded, or that describes it.
private struct ProgramHeader {
  let type: UInt64
  let offset: UInt64
  let address: UInt64
  let size: UInt64

  init?(_ fields: ByteFields, at start: Int) {
    guard let type = fields.integer(at: start, size: 4), let offset = fields.integer(at: start + 8, size: 8),
      let address = fields.integer(at: start + 16, size: 8), let size = fields.integer(at: start + 32, size: 8)
    else { return nil }
    (self.type, self.offset, self.address, self.size) = (type, offset, address, size)
  }
}

/// Little-endian numbers in bytes.
private struct ByteFields {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number at an offset; nil if it is not whole.
  func integer(at offset: Int, size: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
  }
}
