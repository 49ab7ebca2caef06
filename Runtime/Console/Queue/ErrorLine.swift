/// The beginning of an error; the whole is shown on hover.
struct ErrorLine {
  private static let limit = 120
  let error: String?
  init(_ error: String?) { self.error = error }

  var html: HTML {
    guard let error else { return .empty }
    let line = error.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard line.count > Self.limit else { return "\(line)" }
    return "<span title=\"\(error.prefix(2000))\">\(line.prefix(Self.limit))…</span>"
  }
}
