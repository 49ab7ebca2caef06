/// A growing buffer of bytes that owns its memory. An array's checks would cost more than most of the pieces that are
/// written.
@safe package struct ByteWriter: ~Copyable {
  @usableFromInline var memory: UnsafeMutableRawBufferPointer
  @usableFromInline package private(set) var count = 0

  /// - Parameter capacity: The likely number of bytes.
  package init(capacity: Int) {
    unsafe memory = .allocate(byteCount: max(capacity, 16), alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  @inlinable @inline(__always) package mutating func write(byte: UInt8) {
    makeRoom(for: 1)
    unsafe memory[count] = byte
    count += 1
  }

  /// Writes a literal, whose length the compiler knows.
  @inlinable @inline(__always) package mutating func write(literal text: StaticString) {
    unsafe write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable package mutating func write(_ text: String) {
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe write(UnsafeRawBufferPointer($0))
    }
    if isWritten == nil { for byte in text.utf8 { write(byte: byte) } }
  }

  @inlinable @inline(__always) package mutating func write(_ bytes: UnsafeRawBufferPointer) {
    unsafe write(count: bytes.count) { unsafe $0.copyMemory(from: bytes) }
  }

  /// Makes room for a number of bytes and has them filled.
  @inlinable @inline(__always) package mutating func write(
    count more: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    makeRoom(for: more)
    unsafe fill(UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + more]))
    count += more
  }

  package mutating func write(_ number: Int) {
    if number < 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: number.magnitude)
  }

  private mutating func write(digits number: UInt) {
    if number >= 10 { write(digits: number / 10) }
    write(byte: UInt8(ascii: "0") + UInt8(number % 10))
  }

  /// Calls a closure with the bytes that are written so far.
  @inlinable package borrowing func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    unsafe body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
  }

  @inlinable @inline(__always) mutating func makeRoom(for more: Int) {
    if unsafe count + more > memory.count { grow(by: more) }
  }

  @usableFromInline mutating func grow(by more: Int) {
    let larger = unsafe UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(count + more, memory.count * 2), alignment: 16)
    unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    unsafe memory.deallocate()
    unsafe memory = larger
  }
}
