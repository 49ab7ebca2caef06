// An author writes `import Edge` and has the database, the HTTP client, the logger, notifications, JSON, the names of HTTP
// and the buffer of bodies too.
@_exported public import Curl
@_exported public import Database
@_exported public import HTTPTypes
@_exported public import Logging
@_exported public import struct NIOCore.ByteBuffer
@_exported public import Push
@_exported public import Wire
