"""The responses of the service, as pydantic models. They are generated from its OpenAPI document."""

from ._generated.models import *  # noqa: F403
