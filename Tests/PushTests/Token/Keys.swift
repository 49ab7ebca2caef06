/// Keys made by openssl for these tests alone.
enum Keys {
  static let p256 = """
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrrMvQbUosMSFOc48
    cDOBk6gB0wJMJdLuKlrRBNQoSYqhRANCAAT4CFKl3VlbwcupsKcQ2vpQAHUmCwG1
    9fxFhKQ0MZigmLRCjlnu1cPv5KpjemAVtioDW32CAWn2kUvhicmUKBLt
    """
  static let p256AsSEC1 = """
    MHcCAQEEIK6zL0G1KLDEhTnOPHAzgZOoAdMCTCXS7ipa0QTUKEmKoAoGCCqGSM49
    AwEHoUQDQgAE+AhSpd1ZW8HLqbCnENr6UAB1JgsBtfX8RYSkNDGYoJi0Qo5Z7tXD
    7+SqY3pgFbYqA1t9ggFp9pFL4YnJlCgS7Q==
    """
  static let p256Public = """
    MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+AhSpd1ZW8HLqbCnENr6UAB1JgsB
    tfX8RYSkNDGYoJi0Qo5Z7tXD7+SqY3pgFbYqA1t9ggFp9pFL4YnJlCgS7Q==
    """
  static let rsa = """
    MIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8AgEAAkEA7Ewpgp+4RFBzaAMa
    kempAE+qdUNyMaiRXZp3qi2CvQQBImAWylyLve3X3XnqDeSn9JgdXgEZRtIKTc3l
    xTZgwwIDAQABAkEA3LMqFinNtmiZ0a0MdPoTcgn2gH3VO5Jg61cpq1XEhXpbRpI+
    lXORaJuDo/3DmeqCrpk/a9pNl0gZ9Fs6hwBZYQIhAP7OQ2Y/ztzI+FGSQEVRmhRb
    0nJYmfdhz9Knr/zo9GyRAiEA7Wew8yyXEJdDrFRPv5hlAYKZHlvhaDmgFX6jx6b+
    MhMCIQDhepE2CDz8L3Nea7coID/iyCaAPVtyCEIpvW4EtfiloQIhALP2tpygYKOj
    BxnLj+idjXPnnEr3O5fWlxO0PFNMs8UhAiAg2OFP3s2cRdRnbdbHOuwj01EXLxn5
    ITloDyLU0JizHA==
    """
  static let p384 = """
    MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDAbKi+z35IubY9/5tH
    jJf1qN8T6QxjtNy53KjBkc4DPTZwH4EhgZ+X9QDuV7fdQiyhZANiAATE3Ahit0SX
    2xjDYbQf92z4pnbfOCOkEAlMHWfmaUhg8GMVnDsiEmDn4p9ZEqXX521H6Nets58J
    qNaLMBgnjzuhRH7JjHIrSZRPZas0YTCU6PTcjhxM+5j0ECX2tkaWprA=
    """
  static let p521 = """
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAy4JctPLqJoq726AX
    tDc8Z0cYe4IIEN2upqcdIOkJg/k6828xutx66prvM8nl1CwOqczXAzywvOXUecML
    s+C1g5KhgYkDgYYABACb2pmKnN/6HujrGzcrQGkD5JKIEErVzzt2IyINdTCDr/6D
    Y6qQjvIt7rGtHB1Ge7UkkU+GMVsxjPjqtwVRfKBaWAE4Fq5Y2gozaYeBxE/ZVjDR
    smIfRMKbHcNo/Rrsd3LL5QC8x9oo3C2rxDrdMJwkYfAEW++jyFeCLK+80FbZSuSH
    Iw==
    """
  static let secp256k1 = """
    MIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQglOEfjLZ3RS1M4hQsae8T
    Gnaw5qK0zkaPC4ZlDK5iD8KhRANCAATL2zMhzxFjsH0Xsvm5hPJHI9RZ57IEkFwh
    c0i2lkYgWi+Ra45Bgel4WVPLM/PxQQmKJBSxkg0+DLB8rC2nVYyb
    """
  static let secp256k1AsSEC1 = """
    MHQCAQEEIJThH4y2d0UtTOIULGnvExp2sOaitM5GjwuGZQyuYg/CoAcGBSuBBAAK
    oUQDQgAEy9szIc8RY7B9F7L5uYTyRyPUWeeyBJBcIXNItpZGIFovkWuOQYHpeFlT
    yzPz8UEJiiQUsZINPgywfKwtp1WMmw==
    """
  static let brainpool = """
    MIGIAgEAMBQGByqGSM49AgEGCSskAwMCCAEBBwRtMGsCAQEEICWIKtgGK+zPAshA
    fJu15HlwcA1kZgx1k7XdNpmZ4//2oUQDQgAEjXfRPZuLflMFH/KOGW8K8PhDvJpl
    dLSzD980ougVPRcM8HeFaWH62REEjkC19Pr/kJcvGlochMzfb5LSqx9esw==
    """
  static let ed25519 = "MC4CAQAwBQYDK2VwBCIEIAPnv/hpuSj9TUDDEI3HhMpon0ntKV4IyZGyzKQauvC1"

  static func pem(_ base64: String, _ label: String = "PRIVATE KEY") -> String {
    "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----\n"
  }
}
