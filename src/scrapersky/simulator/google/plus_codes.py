"""Open Location Codes ("plus codes") of ten digits."""

_DIGITS = "23456789CFGHJMPQRVWX"
_STEPS_PER_DEGREE = 8000


def plus_code(latitude: float, longitude: float) -> str:
    """The code of the cell of 1/8000 degree that holds a point.

    >>> plus_code(47.365590, 8.524997)
    '8FVC9G8F+6X'
    """
    north = min(int((latitude + 90) * _STEPS_PER_DEGREE), 180 * _STEPS_PER_DEGREE - 1)
    east = int((longitude + 180) * _STEPS_PER_DEGREE) % (360 * _STEPS_PER_DEGREE)
    code = ""
    for _ in range(5):
        north, row = divmod(north, 20)
        east, column = divmod(east, 20)
        code = _DIGITS[row] + _DIGITS[column] + code
    return f"{code[:8]}+{code[8:]}"
