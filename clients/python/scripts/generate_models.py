"""Writes ``src/assay_client/_generated`` from the OpenAPI document of the service.

Run ``npm run build`` first, which writes ``dist/openapi.json``, then this with the extra ``dev`` installed. Responses
become pydantic models, request bodies and queries become typed dictionaries.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
TARGET = Path(__file__).resolve().parents[1] / "src" / "assay_client" / "_generated"
REFERENCE = "#/components/schemas/"

# The service checks requests, and a client that checks responses would refuse those of a later version.
CHECKS = {
    "pattern", "minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "maxProperties", "propertyNames", "default", "if", "then", "else", "not",
    "dependentSchemas",
}  # fmt: skip
BASE = "assay_client._core.model.ResponseModel"
# Endpoints for exporters of OpenTelemetry, which have their own clients.
TELEMETRY = ("/v1/traces", "/v1/logs", "/v1/metrics", "/api/public/otel/v1/traces")


def simplify(schema: Any) -> Any:
    """Leaves types, names and descriptions; ids are strings."""
    if isinstance(schema, list):
        return [simplify(entry) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "properties":
            kept[key] = {name: simplify(of_name) for name, of_name in value.items()}
        elif key in CHECKS or (key, value) == ("format", "uuid"):
            continue
        elif key == "additionalProperties" and "properties" in schema:
            # The base of all models allows them.
            continue
        else:
            kept[key] = simplify(value)
    return kept


def references(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for entry in node:
            yield from references(entry)
    elif isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str) and value.startswith(REFERENCE):
                yield value.removeprefix(REFERENCE)
            else:
                yield from references(value)


def closure(schemas: dict[str, Any], names: set[str]) -> dict[str, Any]:
    """The schemas with these names and all that they refer to, by name."""
    found: set[str] = set()
    open_names = set(names)
    while open_names:
        found |= open_names
        open_names = {inner for name in open_names for inner in references(schemas[name])} - found
    return {name: schemas[name] for name in sorted(found)}


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        operation
        for path, methods in document["paths"].items()
        if path not in TELEMETRY
        for operation in methods.values()
        if isinstance(operation, dict)
    ]


def json_schemas(document: dict[str, Any], part: str) -> set[str]:
    """The names of schemas in the requests or in the responses of all operations."""
    return {name for operation in operations(document) for name in references(operation.get(part, {}))}


def query_schemas(document: dict[str, Any]) -> dict[str, Any]:
    """The queries of all operations as objects: that of ``listSets`` is ``ListSetsQuery``."""
    queries: dict[str, Any] = {}
    for operation in operations(document):
        parameters = [each for each in operation["parameters"] if each["in"] == "query"]
        if parameters:
            id = operation["operationId"]
            queries[f"{id[0].upper()}{id[1:]}Query"] = {
                "type": "object",
                "properties": {
                    each["name"]: {**each["schema"], "description": each["description"]}
                    for each in parameters
                },
                "required": [each["name"] for each in parameters if each.get("required")],
            }
    return queries


def generate(document: dict[str, Any], target: Path) -> None:
    queries = query_schemas(document)
    schemas = simplify({**document["components"]["schemas"], **queries})
    responses = closure(schemas, json_schemas(document, "responses"))
    requests = closure(schemas, json_schemas(document, "requestBody") | set(queries))
    write(responses, target / "models.py", "pydantic_v2.BaseModel", "--base-class", BASE)
    open_aliases(target / "models.py")
    write(requests, target / "requests.py", "typing.TypedDict")


def open_aliases(models: Path) -> None:
    """Lets enumerations and unions accept the values of a later server."""
    text = models.read_text()
    text = re.sub(
        r'^(\w+ = TypeAliasType\(\s*"\w+",\s*)(.*?)(,?\s*\)\n)(?=\S|\n|\Z)',
        r"\1Open[\2]\3",
        text,
        flags=re.MULTILINE | re.DOTALL,
    )
    text = text.replace("_core.model import ResponseModel", "_core.model import Open, ResponseModel")
    models.write_text(text)


def write(schemas: dict[str, Any], target: Path, model_type: str, *options: str) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Assay", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        source.write_text(json.dumps(document))
        command = [
            sys.executable, "-m", "datamodel_code_generator",
            "--input", str(source), "--input-file-type", "openapi", "--output", str(target),
            "--output-model-type", model_type, "--target-python-version", "3.10",
            "--enum-field-as-literal", "all", "--use-field-description", "--use-schema-description",
            "--use-standard-collections", "--use-union-operator", "--disable-timestamp", "--use-double-quotes",
            "--formatters", "builtin", "--use-type-alias",
            "--custom-file-header", "# Generated by scripts/generate_models.py. Do not edit.", *options,
        ]  # fmt: skip
        subprocess.run(command, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openapi", type=Path, default=ROOT / "dist" / "openapi.json")
    parser.add_argument("--target", type=Path, default=TARGET)
    options = parser.parse_args()
    generate(json.loads(options.openapi.read_text()), options.target)
