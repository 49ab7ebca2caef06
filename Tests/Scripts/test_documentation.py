"""Scripts/documentation.sh where there is nothing to document yet."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_without_a_build_it_says_what_to_run(tmp_path):
    (tmp_path / "Scripts").mkdir()
    script = shutil.copy(ROOT / "Scripts/documentation.sh", tmp_path / "Scripts")
    ran = subprocess.run(["bash", script], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1
    assert "run 'swift build' first" in ran.stderr
    assert not (tmp_path / ".build").exists()
