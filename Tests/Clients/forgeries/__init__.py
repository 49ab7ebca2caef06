"""The table of forged and odd tokens. Each generator is one idea of a forger."""

from forgeries import contents, requests, signatures

IDEAS = [
    signatures.let_in, signatures.other_algorithms, signatures.confused_keys, signatures.own_keys,
    signatures.wrong_signatures, signatures.wrong_curve_signatures, signatures.wrong_rsa_signatures,
    contents.odd_times, contents.odd_claims, contents.odd_subjects, contents.odd_roles, contents.odd_headers,
    requests.odd_forms, requests.odd_lines, requests.api_keys,
]
CASES = [(idea.__name__.replace("_", " "), case) for idea in IDEAS for case in idea()]
