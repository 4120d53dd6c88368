from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

T = TypeVar("T")


class ResponseModel(BaseModel):
    """Base of all models of responses. Fields of a later server are in ``model_extra``."""

    model_config = ConfigDict(extra="allow", protected_namespaces=())


def _accept_later(value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
    try:
        return validate(value)
    except ValidationError:
        if isinstance(value, str):
            return value
        if isinstance(value, dict):
            return ResponseModel.model_validate(value)
        raise


Open = Annotated[T, WrapValidator(_accept_later)]
"""A value of a later server, which this version does not know, is the text or the object that it sent."""
