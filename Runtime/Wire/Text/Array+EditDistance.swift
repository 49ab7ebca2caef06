extension Array where Element: Equatable {
  /// The edit distance to another array: how many elements are inserted, deleted or replaced (Levenshtein).
  @inlinable package func editDistance(to other: [Element]) -> Int {
    var row = Array<Int>(0...other.count)
    for (line, element) in enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for column in other.indices {
        let replaced = diagonal + (element == other[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[other.count]
  }
}
