import Edge

/// The path of a ``TableRoute`` in segments.
struct TablePath: Sendable {
  private enum Segment: Sendable, Hashable {
    case literal(String)
    /// Any text, the value of an input.
    case input(String)
  }

  private let segments: [Segment]

  /// - Throws: ``CatalogueError`` for a path that is not a table's name, with further segments or without.
  init(_ route: TableRoute) throws(CatalogueError) {
    var segments: [Segment] = []
    for text in route.path.split(separator: "/", omittingEmptySubsequences: false) {
      let isInput = text.hasPrefix("{") && text.hasSuffix("}")
      let name = isInput ? text.dropFirst().dropLast() : text
      guard FunctionName.isValid(name), !(isInput && segments.isEmpty) else {
        throw CatalogueError(
          """
          The route \(route) has no usable path: a table's name, then segments such as join or {note_id}, of \
          \(FunctionName.rule)
          """)
      }
      segments.append(isInput ? .input(String(name)) : .literal(String(name)))
    }
    self.segments = segments
  }

  /// The first segment.
  var table: String { if case .literal(let name)? = segments.first { name } else { "" } }

  var inputs: [String] { segments.compactMap { if case .input(let name) = $0 { name } else { nil } } }

  func matchesSame(as other: TablePath) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { own, other in
        switch (own, other) {
        case (.input, .input): true
        case (.literal(let own), .literal(let other)): own == other
        default: false
        }
      }
  }

  /// The values of the inputs in a request's path, whose segments are still encoded; nil for another path.
  func values(in path: [Substring]) -> [String]? {
    guard path.count == segments.count else { return nil }
    var values: [String] = []
    for (segment, text) in zip(segments, path) {
      switch segment {
      case .literal(let name):
        guard PercentEncoding.decode(text, plusIsSpace: false) == name else { return nil }
      case .input:
        guard !text.isEmpty, let value = PercentEncoding.decode(text, plusIsSpace: false) else { return nil }
        values.append(value)
      }
    }
    return values
  }
}
