import Edge
import Host

/// The configuration of an nginx in front of a host and a project. It routes the host's paths to the host.
struct NginxLocation {
  let application: Application
  let host: HostConfiguration

  /// A `location` for nginx's `server { }`.
  var text: String {
    var paths = ["functions/v1/"]
    if !names.isEmpty { paths.append("rest/v1/rpc/(\(names.joined(separator: "|")))$") }
    if !tables.isEmpty { paths.append("rest/v1/(\(tables.joined(separator: "|")))$") }
    return """
      location ~ ^/(\(paths.joined(separator: "|"))) {
        proxy_pass \(host.bind.url());
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Forwarded-Proto $scheme;
        proxy_buffering off;
        proxy_request_buffering off;
        proxy_read_timeout \(Int(longestCall.rounded(.up)))s;
        client_max_body_size \(Self.size(max(host.limits.rawBody, host.limits.jsonBody)));
      }
      """
  }

  /// The longest time that a call may take, in seconds.
  private var longestCall: Double { host.functions.values.compactMap(\.wallClock).reduce(host.limits.wallClock, max) }

  /// The enabled database functions. A name has letters, digits, `_` and `-`, which a pattern takes as they are.
  private var names: [String] {
    application.procedures.map(\.name).filter { host.functions[$0]?.enabled ?? true }
  }

  /// The paths of the enabled routes, each once. The host forwards requests to these paths that match no route.
  private var tables: [String] {
    var paths: [String] = []
    for route in application.routes where host.functions[route.endpoint.name]?.enabled ?? true {
      let path = route.path.split(separator: "/").map { $0.hasPrefix("{") ? "[^/]+" : $0 }.joined(separator: "/")
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// A size as nginx writes it.
  private static func size(_ bytes: Int) -> String {
    bytes % (1 << 20) == 0 ? "\(bytes >> 20)m" : "\(bytes)"
  }
}
