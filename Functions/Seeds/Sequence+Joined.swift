import Edge

extension Sequence<SQL> {
  /// The fragments with commas between them.
  func joined() -> SQL {
    var list: SQL?
    for fragment in self { list = list.map { "\($0), \(fragment)" } ?? fragment }
    return list ?? ""
  }
}
