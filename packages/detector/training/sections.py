"""The file format of the evaluator's weights: gzip of a 4-byte little-endian header length, a JSON header, and the sections."""

import gzip
import json
import struct
from pathlib import Path

import numpy as np


def write_sections(path: Path, sections: dict[str, bytes | np.ndarray]) -> None:
    """Writes named sections; each starts at a multiple of 8 bytes, so that typed arrays can lie over it."""
    header, payload = [], b""
    for name, section in sections.items():
        raw = section if isinstance(section, bytes) else np.ascontiguousarray(section).tobytes()
        kind = "bytes" if isinstance(section, bytes) else section.dtype.name
        header.append({"name": name, "type": kind, "offset": len(payload), "bytes": len(raw)})
        payload += raw + bytes(-len(raw) % 8)
    encoded = json.dumps(header).encode()
    encoded += b" " * (-(len(encoded) + 4) % 8)
    path.write_bytes(gzip.compress(struct.pack("<I", len(encoded)) + encoded + payload, 9, mtime=0))


def read_sections(path: Path) -> dict[str, bytes | np.ndarray]:
    """The sections of a file that `write_sections` wrote, arrays flat."""
    raw = gzip.decompress(path.read_bytes())
    (length,) = struct.unpack("<I", raw[:4])
    sections = {}
    for entry in json.loads(raw[4 : 4 + length]):
        start = 4 + length + entry["offset"]
        part = raw[start : start + entry["bytes"]]
        sections[entry["name"]] = part if entry["type"] == "bytes" else np.frombuffer(part, dtype=entry["type"])
    return sections
