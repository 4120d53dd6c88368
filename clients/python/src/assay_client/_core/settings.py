from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str = field(repr=False)
    workspace_id: str | None


def settings_of_environment() -> Settings:
    """``ASSAY_URL``, ``ASSAY_API_KEY`` and, with a user-scoped key, ``ASSAY_WORKSPACE_ID``."""
    missing = [name for name in ("ASSAY_URL", "ASSAY_API_KEY") if not os.environ.get(name)]
    if missing:
        raise ValueError(f"Set {' and '.join(missing)}")
    return Settings(
        base_url=os.environ["ASSAY_URL"],
        api_key=os.environ["ASSAY_API_KEY"],
        workspace_id=os.environ.get("ASSAY_WORKSPACE_ID") or None,
    )
