extension Wire {
  /// The largest text in which the place of an unfit number is looked for.
  private static let searchedText = 64 << 10

  /// The same error with its place.
  ///
  /// Foundation's decoder does not say which number it is that its type cannot hold (1.5 as a whole number, 1e400 as a double). So the
  /// first one is found by halving: the text with zeros from there on decodes, and with the number it does not.
  static func located(
    _ error: DecodingError, in bytes: [UInt8], decode: ([UInt8]) throws -> Any
  ) -> DecodingError {
    guard isUnfitNumber(error), bytes.count <= searchedText else { return error }
    let numbers = JSONScanner.numbers(in: bytes)
    /// The error of the text with `text` in place of number `index`, and zeros in place of those after it.
    func outcome(_ index: Int, _ text: [UInt8]?) -> DecodingError? {
      var changed = bytes[..<numbers[index].lowerBound] + (text ?? Array(bytes[numbers[index]]))
      var position = numbers[index].upperBound
      for later in numbers[(index + 1)...] {
        changed += bytes[position..<later.lowerBound] + [UInt8(ascii: "0")]
        position = later.upperBound
      }
      changed += bytes[position...]
      do {
        _ = try decode(Array(changed))
        return nil
      } catch {
        return error as? DecodingError
      }
    }
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if outcome(middle, nil).map(isUnfitNumber) ?? false { high = middle } else { low = middle + 1 }
    }
    guard low < numbers.count, let found = outcome(low, [UInt8]("true".utf8)), case .typeMismatch = found else {
      return error
    }
    return found
  }

  private static func isUnfitNumber(_ error: DecodingError) -> Bool {
    guard case .dataCorrupted(let context) = error else { return false }
    return context.codingPath.isEmpty && context.debugDescription.hasSuffix("not valid JSON.")
  }
}
