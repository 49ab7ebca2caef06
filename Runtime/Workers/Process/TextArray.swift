import FoundationEssentials
import Glibc

/// An array of C strings that ends with a null pointer, as an exec takes it. Its memory is freed with this object.
@safe final class TextArray {
  /// Valid as long as this object lives.
  let pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ texts: [String]) {
    count = texts.count
    unsafe pointer = .allocate(capacity: count + 1)
    for (index, text) in texts.enumerated() { unsafe (pointer + index).initialize(to: strdup(text)) }
    unsafe (pointer + count).initialize(to: nil)
  }

  deinit {
    for index in 0..<count { unsafe free(pointer[index]) }
    unsafe pointer.deallocate()
  }
}
