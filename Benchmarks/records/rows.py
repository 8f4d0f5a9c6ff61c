"""The rows of the bench as the peers fill them."""

from checks import checked_file, checked_groups, checked_numbers, checked_sums


class Row:
    """One kind of work: what is timed, and how its result is put into the words of the checks."""

    def __init__(self, name, work, check, numbers=None, note=""):
        self.name = name
        self.work = work
        self.check = check
        self.numbers = numbers
        # Which way it is, where a peer has several.
        self.note = note

    @property
    def is_order(self):
        return self.numbers is not None and self.name.startswith("sort")


def numbers_row(name, work, numbers=lambda result: result, note=""):
    """A sort or a search, whose result `numbers` turns into an array that numpy reads."""
    return Row(name, work, lambda result: checked_numbers(numbers(result)), numbers, note)


def groups_row(name, work, pairs, note=""):
    return Row(name, work, lambda result: checked_groups(pairs(result)), note=note)


def sums_row(work, rows, note=""):
    """A thousand cities: `rows` turns the result into their names, sizes and sums."""
    return Row("group-sums", work, lambda result: checked_sums(rows(result)), note=note)


def export_row(path, work, note=""):
    return Row("export", work, lambda _: checked_file(path), note=note)
