"""The errors of Google's APIs, in the shape they are sent."""

from scrapersky.simulator.exchange import JsonObject, SiteResponse, json_response

_CODES = {
    "INVALID_ARGUMENT": 400,
    "PERMISSION_DENIED": 403,
    "NOT_FOUND": 404,
    "RESOURCE_EXHAUSTED": 429,
    "UNAVAILABLE": 503,
}


class GoogleError(Exception):
    """A refusal: what the client reads is `message`, what it should act on are `status` and the details' `reason`."""

    def __init__(self, status: str, message: str, details: tuple[JsonObject, ...] = ()) -> None:
        super().__init__(message)
        self.status, self.message, self.details = status, message, details

    def response(self) -> SiteResponse:
        code = _CODES[self.status]
        error: JsonObject = {"code": code, "message": self.message, "status": self.status}
        if self.details:
            error["details"] = list(self.details)
        return json_response({"error": error}, status=code)


def error_reason(reason: str, **metadata: str) -> JsonObject:
    return {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        "reason": reason,
        "domain": "googleapis.com",
        "metadata": {"service": "places.googleapis.com", **metadata},
    }


def invalid_argument(message: str) -> GoogleError:
    return GoogleError("INVALID_ARGUMENT", message)


def field_violation(value: str, description: str) -> GoogleError:
    violation: JsonObject = {"field": value, "description": description}
    detail: JsonObject = {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]}
    return GoogleError("INVALID_ARGUMENT", "Request contains an invalid argument.", (detail,))
