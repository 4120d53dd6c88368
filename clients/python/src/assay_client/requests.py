"""The bodies and queries of requests, as typed dictionaries.

They are generated from the OpenAPI document of the service.
"""

from ._generated.requests import *  # noqa: F403
