import Testing

@testable import Channel

@Suite struct ChannelTests {}
