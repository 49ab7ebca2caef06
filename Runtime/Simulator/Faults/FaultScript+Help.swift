extension FaultScript {
  /// The format of a script in JSON, for the help of a command. Its lines fit into 79 columns.
  package static let help = """
    A script has "steps", and "seed", a number (default: 1). A step has "requests"
    or "connections", the number for which it lasts or "all", and "faults"; without
    them it plays none. Each fault may have "share", above 0 and up to 1 (default:
    1). A fault in place of the regular answer may have "arrives" (default: false),
    whether a valid notification arrives all the same. The faults and their fields:
      answer       status, 400 to 599; reason; age_seconds, for the timestamp of a
                   410; retry_after_seconds
      slow         milliseconds, 1 to 600000: the regular answer comes later
      silence *    no answer
      reset        code, REFUSED_STREAM or INTERNAL_ERROR: RST_STREAM
      goaway *     gives_up, none (keeps the regular answer) or later: GOAWAY
      close *      a clean end of the connection, with requests in flight
      disconnect * a TCP reset
      garbage *    bytes that are not HTTP/2
      settings *   max_concurrent_streams, 0 to 2147483647: SETTINGS, and the
                   regular answer
    Faults with * may be in steps of connections too; there goaway is "later".
    """
}
