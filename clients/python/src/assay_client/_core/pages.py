from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from ..errors import UnexpectedResponseError
from .responses import parse

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Page(Generic[M]):
    """A page of a list."""

    items: list[M]
    next_cursor: str | None
    """Of the next page; None if this is the last."""


def read_page(model: type[M], data: Any) -> Page[M]:
    if not isinstance(data, dict) or not isinstance(data.get("items"), list):
        raise UnexpectedResponseError("The response is not a page of a list")
    # Lists of the service differ in the name of the cursor.
    cursor = data.get("next_page_cursor") or data.get("next_cursor")
    return Page([parse(model, item) for item in data["items"]], cursor)
