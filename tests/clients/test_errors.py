from collections.abc import Iterator

from scrapersky.clients.fetching import errors


def descendants(parent: type[Exception]) -> Iterator[type[Exception]]:
    for child in parent.__subclasses__():
        yield child
        yield from descendants(child)


def test_the_tree_at_the_top_of_the_file_names_every_error() -> None:
    tree = [line.lstrip("│├└─ ").split()[0] for line in (errors.__doc__ or "").splitlines() if "──" in line]
    assert tree == [error.__name__ for error in descendants(errors.FetchError)]


def test_a_long_name_does_not_make_a_long_message() -> None:
    error = errors.BadUrl("http://" + "a" * 100_000, "it is too long")
    assert len(str(error)) < 300
    assert len(error.url) == 100_007
