package import FoundationEssentials
package import Host

/// The marks *resolved in this version* of groups of errors.
package struct ResolvedErrors: Sendable {
  package struct Mark: Sendable, Hashable {
    /// The version that was served then.
    package let version: String
    package let date: Date
    /// The versions that had shown the error before.
    let seen: Set<String>
  }

  /// The state of a group.
  package enum Standing: Sendable, Hashable {
    case open
    case resolved(Mark)
    /// The error occurred after the mark, in the marked version or one that had not shown it before.
    case returned(Mark)
  }

  /// The most marks: as many as there can be groups.
  package static let capacity = 500

  private let marks: [String: Mark]

  /// - Parameter marks: the marks by the ids of their groups.
  package init(_ marks: [String: Mark] = [:]) { self.marks = marks }

  /// The state of a group.
  ///
  /// An error of an older version does not count: a worker of it may still end its calls.
  package func standing(of group: ErrorGroup) -> Standing {
    guard let mark = marks[group.id] else { return .open }
    guard group.last > mark.date else { return .resolved(mark) }
    let older = mark.seen.subtracting([mark.version])
    if let last = group.versions.last, older.contains(last), group.versions.allSatisfy(mark.seen.contains) {
      return .resolved(mark)
    }
    return .returned(mark)
  }
}

extension ResolvedErrors.Mark {
  /// Marks a group.
  ///
  /// - Parameter version: the version that is served now, in which the error is not expected to occur.
  package init(of group: ErrorGroup, in version: String, at date: Date) {
    self.init(version: version, date: date, seen: Set(group.versions))
  }
}
