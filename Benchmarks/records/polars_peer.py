"""polars, with all its threads."""

import polars as pl

from rows import Row, export_row, groups_row, numbers_row, sums_row
from checks import checked_load

version = pl.__version__

try:
    import icu
except ImportError:
    icu = None


class Peer:
    def __init__(self, task):
        self.task = task
        self.frame = None

    def read(self):
        return pl.read_csv(
            self.task.file,
            separator="\t",
            quote_char=None,
            schema={"id": pl.Int64, "rate": pl.Float64, "active": pl.Boolean, "name": pl.String},
        )

    def load(self):
        self.frame = self.read()

    def rows(self):
        frame, task = self.frame, self.task
        names, rates = frame["name"], frame["rate"]
        yield Row("load", self.read, checked)
        yield numbers_row("sort-int", frame["id"].arg_sort)
        yield numbers_row("sort-double", lambda: self.order("rate"))
        yield numbers_row("sort-double", rates.arg_sort)
        yield numbers_row("sort-bytes", lambda: self.order("name"))
        yield numbers_row("sort-bytes", names.arg_sort)
        if icu is not None:
            yield numbers_row("sort-localized", self.localized, note="PyICU")
        yield numbers_row(
            "contains", lambda: names.str.contains(f"(?i){task.wide_pattern}").arg_true()
        )
        yield numbers_row(
            "contains",
            lambda: names.str.normalize("NFKC")
            .str.to_lowercase()
            .str.contains(task.needle, literal=True)
            .arg_true(),
            note="NFKC",
        )
        yield numbers_row(
            "contains",
            lambda: names.str.contains_any([task.needle], ascii_case_insensitive=True).arg_true(),
            note="case alone",
        )
        yield numbers_row("equals", lambda: (names == task.name).arg_true())
        yield numbers_row(
            "range", lambda: rates.is_between(task.low, task.high, closed="left").arg_true()
        )
        for row, column in [("group-bool", "active"), ("group-name", "name")]:
            yield groups_row(row, frame.group_by(column).len, pl.DataFrame.iter_rows)
            yield groups_row(
                row, frame[column].value_counts, pl.DataFrame.iter_rows, note="value_counts"
            )
        cities = frame.select(
            "id",
            "rate",
            (pl.col("id") % 97).alias("weight"),
            ("City " + (pl.col("id") * 7_919 % 1_000).cast(pl.String)).alias("city"),
        )
        sums = [pl.len(), *(pl.col(name).sum() for name in ["id", "weight", "rate"])]
        yield sums_row(lambda: cities.group_by("city").agg(*sums), pl.DataFrame.iter_rows)
        yield sums_row(
            lambda: cities.group_by("city").agg(*sums).sort("city"),
            pl.DataFrame.iter_rows,
            note="sorted",
        )
        path = task.output("polars")
        yield export_row(
            path, lambda: frame.write_csv(path, separator="\t", quote_style="never")
        )

    def order(self, column):
        return self.frame.select(pl.arg_sort_by(column, maintain_order=True)).to_series()

    def localized(self):
        collator = icu.Collator.createInstance(icu.Locale(self.task.locale))
        collator.setStrength(icu.Collator.SECONDARY)
        keys = [collator.getSortKey(name) for name in self.frame["name"].to_list()]
        frame = pl.DataFrame({"key": pl.Series(keys, dtype=pl.Binary)})
        return frame.select(pl.arg_sort_by("key", maintain_order=True)).to_series()


def checked(frame):
    return checked_load(
        frame["id"].to_numpy(),
        frame["rate"].to_numpy(),
        frame["active"].to_numpy(),
        frame["name"].str.len_bytes().sum(),
    )
