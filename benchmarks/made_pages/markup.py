"""How site builders set pairs of a label and a value, rows of a week and the lines of an address."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Shape:
    """Each pair by its own pattern, one `between` the next, and all of them within what is `around`."""

    name: str
    pair: str
    around: str = "{}"
    between: str = ""

    def html(self, pairs: Sequence[Pair]) -> str:
        return self.around.format(self.between.join(self.pair.format(label, value) for label, value in pairs))


@dataclass(frozen=True, slots=True)
class Columns(Shape):
    """A table with all labels above all values."""

    def html(self, pairs: Sequence[Pair]) -> str:
        heads = "".join(f"<th>{label}</th>" for label, _ in pairs)
        cells = "".join(f"<td>{value}</td>" for _, value in pairs)
        return self.around.format(f"<thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody>")


WEEK_SHAPES = (
    Shape("paragraphs", "<p>{}: {}</p>"),
    Shape("line_breaks", "{}: {}", "<p>{}</p>", "<br>"),
    Shape("definitions", "<dt>{}</dt><dd>{}</dd>", "<dl>{}</dl>"),
    Shape("table", "<tr><td>{}</td><td>{}</td></tr>", "<table><tbody>{}</tbody></table>"),
    Columns("columns", "", "<table>{}</table>"),
    Shape("headings", "<h4>{}</h4><p>{}</p>"),
    Shape("glued_spans", "<li><span>{}</span><span>{}</span></li>", "<ul>{}</ul>"),
    Shape("bold_labels", "<strong>{}:</strong>{}<br>", "<div class=wp-block-column><p>{}</p></div>"),
    Shape(
        "grid",
        '<div class="row"><div class="col-4">{}</div><div class="col-8">{}</div></div>',
        '<div class="container">{}</div>',
    ),
    Shape(
        "wix",
        '<p class="font_8"><span style="color:#000">'
        '<span class="wixui-rich-text__text">{}:\u200b&nbsp;{}</span></span></p>',
        '<div data-testid="richTextElement">{}</div>',
    ),
    Shape(
        "squarespace",
        '<h4 style="white-space:pre-wrap;">{}</h4><p class="" style="white-space:pre-wrap;">{}</p>',
        '<div class="sqs-block-content"><div class="sqs-html-content">{}</div></div>',
    ),
    Shape(
        "jimdo",
        "<p>{}&nbsp;&nbsp;{}</p>",
        '<div class="j-module n j-text"><div class="cc-m-content">{}</div></div>',
    ),
)
_DASHES = Shape("dashes", "{} - {}", "<p>{}</p>", "<br />")
_NO_WEEKS = (
    Shape(
        "elementor",
        '<li class="elementor-icon-list-item"><span class="elementor-icon-list-icon"><i class="fas"></i></span>'
        '<span class="elementor-icon-list-text">{}: {}</span></li>',
        '<ul class="elementor-icon-list-items">{}</ul>',
    ),
    Shape("labels_after", "<div>{1} ({0})</div>"),
    Shape("one_line", "{} {}", "<p>{}</p>", " | "),
    Shape("shopify", "{} {}", '<div class="footer-block__details-content rte"><p>{}</p></div>', "<br/>"),
)
# In this order, by which dice choose: a table was fitted on the pages that come of it.
SHAPES = (*WEEK_SHAPES[:2], _DASHES, *WEEK_SHAPES[2:], *_NO_WEEKS)
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
_ADDRESSES = (
    Shape("", "{}", "<p>{}</p>", "<br>"),
    Shape("", "<p>{}</p>"),
    Shape("", "{}", "<p>{}</p>", ", "),
    Shape("", "{}", "<address>{}</address>", "<br/>"),
    Shape("", "<div>{}</div>", "<div>{}</div>"),
    Shape("", "<span>{}</span><br>", "<p>{}</p>"),
)


def covered(html: str, dice: Random) -> str:
    """The same within a section, or within what a click opens."""
    return dice.choice(_COVERS).format(html)


def address_lines(lines: Sequence[str], dice: Random) -> str:
    return dice.choice(_ADDRESSES).html([(line, "") for line in lines])
