/// The name of a host that runs jobs: the machine and the process; the whole name is shown on hover.
struct JobHostName {
  let name: String?
  init(_ name: String?) { self.name = name }

  var html: HTML {
    guard let name else { return .empty }
    let parts = name.split(separator: "/")
    return "<span title=\"\(name)\">\(parts.prefix(2).joined(separator: "/"))</span>"
  }
}
