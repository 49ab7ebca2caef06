import Swiftlet

/// A page of `?html=`, as of a function that shows its input unescaped.
let page = Function.raw("page", access: .anyone) { request, _ in
  .bytes([UInt8]((request.query("html") ?? "").utf8), contentType: "text/html; charset=utf-8")
}
