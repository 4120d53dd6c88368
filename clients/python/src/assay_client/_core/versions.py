from __future__ import annotations

import warnings

from .._version import VERSION


class VersionWarning(UserWarning):
    """Client and server versions are incompatible."""


class VersionCheck:
    """Warns once if client and server versions are incompatible. A server without the header is not compared."""

    def __init__(self) -> None:
        self._has_warned = False

    def compare(self, server: str | None) -> None:
        if self._has_warned or server is None or compatible_version(server) == compatible_version(VERSION):
            return
        self._has_warned = True
        warnings.warn(
            f"The Assay server is version {server}, this client {VERSION}. "
            "Install the client of the version of the server.",
            VersionWarning,
            stacklevel=2,
        )


def compatible_version(version: str) -> str:
    """The part in which a client and a server have to be equal: until 1.0 the minor version counts too."""
    parts = version.split(".")
    return ".".join(parts[: 2 if parts[0] == "0" else 1])
