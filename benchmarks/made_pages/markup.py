"""How site builders set pairs of a label and a value, rows of a week and the lines of an address."""

from collections.abc import Callable, Sequence
from random import Random

Pair = tuple[str, str]
Shape = Callable[[Sequence[Pair]], str]


def _joined(pattern: str, pairs: Sequence[Pair]) -> str:
    return "".join(pattern.format(label, value) for label, value in pairs)


def _paragraphs(pairs: Sequence[Pair]) -> str:
    return _joined("<p>{}: {}</p>", pairs)


def _line_breaks(pairs: Sequence[Pair]) -> str:
    return f"<p>{'<br>'.join(f'{label}: {value}' for label, value in pairs)}</p>"


def _dashes(pairs: Sequence[Pair]) -> str:
    return f"<p>{'<br />'.join(f'{label} - {value}' for label, value in pairs)}</p>"


def _definitions(pairs: Sequence[Pair]) -> str:
    return f"<dl>{_joined('<dt>{}</dt><dd>{}</dd>', pairs)}</dl>"


def _table(pairs: Sequence[Pair]) -> str:
    return f"<table><tbody>{_joined('<tr><td>{}</td><td>{}</td></tr>', pairs)}</tbody></table>"


def _columns(pairs: Sequence[Pair]) -> str:
    heads = "".join(f"<th>{label}</th>" for label, _ in pairs)
    cells = "".join(f"<td>{value}</td>" for _, value in pairs)
    return f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody></table>"


def _headings(pairs: Sequence[Pair]) -> str:
    return _joined("<h4>{}</h4><p>{}</p>", pairs)


def _glued_spans(pairs: Sequence[Pair]) -> str:
    return f"<ul>{_joined('<li><span>{}</span><span>{}</span></li>', pairs)}</ul>"


def _bold_labels(pairs: Sequence[Pair]) -> str:
    return f"<div class=wp-block-column><p>{_joined('<strong>{}:</strong>{}<br>', pairs)}</p></div>"


def _grid(pairs: Sequence[Pair]) -> str:
    rows = _joined('<div class="row"><div class="col-4">{}</div><div class="col-8">{}</div></div>', pairs)
    return f'<div class="container">{rows}</div>'


def _wix(pairs: Sequence[Pair]) -> str:
    words = '<span class="wixui-rich-text__text">{}:\u200b&nbsp;{}</span>'
    line = f'<p class="font_8"><span style="color:#000">{words}</span></p>'
    return f'<div data-testid="richTextElement">{_joined(line, pairs)}</div>'


def _squarespace(pairs: Sequence[Pair]) -> str:
    blocks = _joined('<h4 style="white-space:pre-wrap;">{}</h4><p class="" style="white-space:pre-wrap;">{}</p>', pairs)
    return f'<div class="sqs-block-content"><div class="sqs-html-content">{blocks}</div></div>'


def _jimdo(pairs: Sequence[Pair]) -> str:
    lines = _joined("<p>{}&nbsp;&nbsp;{}</p>", pairs)
    return f'<div class="j-module n j-text"><div class="cc-m-content">{lines}</div></div>'


def _elementor(pairs: Sequence[Pair]) -> str:
    item = (
        '<li class="elementor-icon-list-item"><span class="elementor-icon-list-icon"><i class="fas"></i></span>'
        '<span class="elementor-icon-list-text">{}: {}</span></li>'
    )
    return f'<ul class="elementor-icon-list-items">{_joined(item, pairs)}</ul>'


def _labels_after(pairs: Sequence[Pair]) -> str:
    return _joined("<div>{1} ({0})</div>", pairs)


def _one_line(pairs: Sequence[Pair]) -> str:
    return f"<p>{' | '.join(f'{label} {value}' for label, value in pairs)}</p>"


def _shopify(pairs: Sequence[Pair]) -> str:
    lines = "<br/>".join(f"{label} {value}" for label, value in pairs)
    return f'<div class="footer-block__details-content rte"><p>{lines}</p></div>'


SHAPES: tuple[Shape, ...] = (
    _paragraphs,
    _line_breaks,
    _dashes,
    _definitions,
    _table,
    _columns,
    _headings,
    _glued_spans,
    _bold_labels,
    _grid,
    _wix,
    _squarespace,
    _jimdo,
    _elementor,
    _labels_after,
    _one_line,
    _shopify,
)
WEEK_SHAPES: tuple[Shape, ...] = (
    _paragraphs,
    _line_breaks,
    _definitions,
    _table,
    _columns,
    _headings,
    _glued_spans,
    _bold_labels,
    _grid,
    _wix,
    _squarespace,
    _jimdo,
)
_COVERS = (
    "<div>{}</div>",
    '<section class="section">{}</section>',
    '<div class="tab-content"><div class="tab-pane" role="tabpanel" style="display:none">{}</div></div>',
    '<div class="accordion-item"><button>+</button><div class="collapse" style="display: none">{}</div></div>',
    '<div id="contact-box" aria-hidden="true" style="display:none">{}</div><a href="#contact-box">Contact</a>',
    "<details><summary>Contact</summary>{}</details>",
    '<footer class="site-footer">{}</footer>',
    '<div class="elementor-widget-container">{}</div>',
)


def covered(html: str, dice: Random) -> str:
    """The same within a section, or within what a click opens."""
    return dice.choice(_COVERS).format(html)


def address_lines(lines: Sequence[str], dice: Random) -> str:
    return dice.choice(
        (
            lambda: f"<p>{'<br>'.join(lines)}</p>",
            lambda: "".join(f"<p>{line}</p>" for line in lines),
            lambda: f"<p>{', '.join(lines)}</p>",
            lambda: f"<address>{'<br/>'.join(lines)}</address>",
            lambda: "<div>" + "".join(f"<div>{line}</div>" for line in lines) + "</div>",
            lambda: "<p>" + "".join(f"<span>{line}</span><br>" for line in lines) + "</p>",
        )
    )()
