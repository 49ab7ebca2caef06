from .row import Row

ROWS = {
    "riddle_today": Row("200", access="verified", is_public=True),
}
