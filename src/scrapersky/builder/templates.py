"""The files of a new workflow, as text with holes. What they do is small, real and meant to be replaced."""

from string import Template

WORKFLOW = Template('''"""$code $title: $reads.

$purpose
"""

from scrapersky.curation_sdk import Schedule, Workflow
$imports

$name = Workflow(
    code="$code",
    title="$title",
    purpose="$purpose",
    curation=$curation,
    produces=$product,
    shows=($shows,),
    load=load_$name,
    work=work_on_$name,
    save=save_$name,
    schedule=Schedule(timeout_seconds=$timeout),$background
)
''')

SERVICE_HEAD = Template('''"""$title: $purpose"""

$standard_imports

from sqlalchemy import $sqlalchemy
from sqlalchemy.ext.asyncio import AsyncSession

from scrapersky.curation_sdk import Nothing
$imports
$pattern

@dataclass(frozen=True, slots=True)
class ${pascal}Input:
    """What is needed of a row."""

$input_fields


async def load_$name(session: AsyncSession, rows: Sequence[$model]) -> dict[UUID, ${pascal}Input]:
    """The fields that the work needs, for a whole batch in one query."""
    wanted = select($model.id, $columns)$joined
    found = await session.execute(wanted.where($model.id.in_([row.id for row in rows])))
    return {row[0]: ${pascal}Input(*row[1:]) for row in found}

$rules''')

RULES = Template('''
# What must be true of a row, in the order in which it is told: the reason, the words, and the claim.
_RULES: tuple[tuple[str, str, Callable[[${pascal}Input], object]], ...] = (
$rules
)


def check_$name(given: ${pascal}Input) -> Nothing | None:
    """The first rule that the row breaks, if any."""
    return next((Nothing(reason, words) for reason, words, holds in _RULES if not holds(given)), None)

''')

CHECKED = Template("""    broken = check_$name(given)
    if broken is not None:
        return broken
""")

WORK_CREATE = Template('''
async def work_on_$name(given: ${pascal}Input, _: object) -> $found_type | Nothing:
    """The words of the fields. Put here what you want to find out; the second argument holds the clients."""
$checked    parts = [$given_values]
    text = " ".join(" ".join(str(part) for part in parts if part is not None).split())
    if not text:
        return Nothing("empty", "There is nothing in $fields_in_words.")
    return $found

''')

FIRST_FOUND = """
def first_found(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return found[0] if found else None

"""

WORK_MANY = Template('''
async def work_on_$name(given: ${pascal}Input, _: object) -> list[dict[str, object]] | Nothing:
    """Each $key_words in the fields. Put here what you want to find out; the second argument holds the clients."""
$checked    text = " ".join(" ".join(str(part) for part in [$given_values] if part is not None).split())
    return [{$found} for $key_name in dict.fromkeys($values)]

''')

WORK_UPDATE = Template('''
async def work_on_$name(given: ${pascal}Input, _: object) -> dict[str, str] | Nothing:
    """The fields without needless blanks. Put here what you want to find out; the second argument holds the clients."""
$checked    values = {$given_pairs}
    tidy = {name: " ".join(value.split()) for name, value in values.items() if value}
    if not tidy:
        return Nothing("empty", "There is nothing in $fields_in_words.")
    return tidy

''')

SAVE_NEW = Template('''
async def save_$name(session: AsyncSession, $singular: $model, found: dict[str, object]) -> int:
    """One row for each $singular_words, made or brought up to date. Running it again changes nothing.

    Where many rows end in one moment, a `save_group` takes one statement for all: docs/how-to/add-a-workflow.md.
    """
    row = {"tenant_id": $singular.tenant_id, "${singular}_id": $singular.id} | found
    return len(await upsert(session, $product, [row], key=("${singular}_id",)))
''')

SAVE_MANY = Template('''
async def save_$name(session: AsyncSession, $singular: $model, found: list[dict[str, object]]) -> int:
    """A row for each $key_words, made or brought up to date. Running it again changes nothing."""
    rows = [{"tenant_id": $singular.tenant_id, "${singular}_id": $singular.id} | each for each in found]
    return len(await upsert(session, $product, rows, key=("${singular}_id", "$key_name")))
''')

SAVE_KEPT = Template('''
async def save_$name(session: AsyncSession, $singular: $model, found: list[dict[str, object]]) -> int:
    """Hand them over to those who know how rows of $destination are put together. Running it again changes nothing."""
    return await $keeper(session, $singular, [str(each["$key_name"]) for each in found])
''')

SAVE_SHARED = Template('''
async def save_$name(session: AsyncSession, $singular: $model, _: str) -> int:
    """A row of $destination from what both tables have, unless it is there. Running it again changes nothing."""
    row = {$shared_pairs}
    return len(await upsert(session, $product, [row], key=($key,), update=()))
''')

SAVE_UPDATE = Template('''
async def save_$name(session: AsyncSession, $singular: $model, tidy: dict[str, str]) -> int:
    """Write the fields back, except those a person corrected. Running it again changes nothing."""
    values = {name: value for name, value in tidy.items() if name not in $singular.edited_fields}
    if values:
        await session.execute(update($model).where($model.id == $singular.id).values(values))
    return 1 if values else 0
''')

MODEL = Template('''"""What $title finds."""

${datetime_import}from uuid import UUID

${sqlalchemy}from sqlalchemy.orm import Mapped$mapped_column
$curation_import
from scrapersky.models.base import Base, Row, ${belongs_to}tenant_key$source_import


class $product(Row, Base):
    """What $title found in one row of $source."""

    __tablename__ = "$destination"
    __table_args__ = (tenant_key("$destination"), $checks)

    ${singular}_id: Mapped[UUID]$key
$columns
$attached''')

TABLE_SQL = Template("""-- What the workflow $name finds, $how_often each row of $source.
CREATE TABLE $destination (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    tenant_id uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    edited_fields text[] NOT NULL DEFAULT '{}',
    ${singular}_id uuid NOT NULL$unique,
$columns,
    CONSTRAINT uq_${destination}_tenant UNIQUE (tenant_id, id),
    FOREIGN KEY $reference ON DELETE CASCADE
);
""")
