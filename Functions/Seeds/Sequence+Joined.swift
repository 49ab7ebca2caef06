import Edge

extension Sequence<SQL> {
  /// The fragments with a separator between them.
  func joined(by separator: SQL = ", ") -> SQL {
    var list: SQL?
    for fragment in self { list = list.map { "\($0)\(separator)\(fragment)" } ?? fragment }
    return list ?? ""
  }
}
