// `import SwiftletTesting` also imports Edge, and the HTTP client that a closure answers.
@_exported public import Curl
@_exported public import Edge

// The types of the queue that tests read.
@_exported public import struct Jobs.QueuedJob
@_exported public import struct Jobs.RunRecord
