/// The products that the app sells, by their ids at the App Store. Each is the premium tier.
enum PremiumProduct: String, CaseIterable {
  case monthly = "com.leftova.premium.monthly"
  case annual = "com.leftova.premium.annual"
}
