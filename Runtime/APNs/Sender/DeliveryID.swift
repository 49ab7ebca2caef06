/// The number of a delivery, unique in its sender.
typealias DeliveryID = UInt64
