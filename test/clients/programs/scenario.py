"""The questions, the result of the tool, and the session's id."""

import json
import os

scenario = json.loads(os.environ["SCENARIO"])
SYSTEM = scenario["system"]
QUESTIONS = scenario["questions"]
MODEL = scenario["model"]
SESSION_ID = scenario["sessionId"]
TOOL_RESULT = scenario["toolResult"]
TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "timetable",
            "description": "When boats leave",
            "parameters": {"type": "object", "properties": {"day": {"type": "string"}}},
        },
    }
]
