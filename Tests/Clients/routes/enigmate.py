from .row import Row


def riddle(world) -> dict:
    return {"riddle_id": world.riddle}


ROWS = {
    "riddle_today": Row("200", access="verified", is_public=True),
    "riddle": Row("200", riddle, access="verified", is_public=True),
    "get_chat": Row("200", riddle),
    "save_chat": Row("200", lambda world: {"riddle_id": world.riddle, "messages": [{"text": "mine"}]}),
    "save_score": Row("200", lambda world: {"riddle_id": world.riddle, "score": 999_999}),
    "best_score": Row("404 SCORE_NOT_FOUND", riddle),
    "own_scores": Row("200"),
}
