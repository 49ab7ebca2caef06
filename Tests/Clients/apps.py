"""An app's client of PyPI's `supabase`."""

from supabase import Client, ClientOptions, create_client

from host import PATIENCE


def patient_client(url: str, key: str) -> Client:
    """A client that waits for an answer as long as the tests do. By itself it gives up after five seconds, or 20 for files."""
    made = create_client(url, key, ClientOptions(function_client_timeout=PATIENCE, storage_client_timeout=PATIENCE))
    made.auth._http_client.timeout = PATIENCE
    return made
