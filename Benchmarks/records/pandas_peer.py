"""pandas on Arrow's strings, with numpy's sorts."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from rows import Row, export_row, groups_row, numbers_row, sums_row
from checks import checked_load

version = pd.__version__


class Peer:
    def __init__(self, task):
        self.task = task
        self.frame = None

    def read(self):
        return pd.read_csv(
            self.task.file,
            sep="\t",
            engine="pyarrow",
            dtype_backend="pyarrow",
            dtype={"active": "bool[pyarrow]"},
        )

    def load(self):
        self.frame = self.read()

    def rows(self):
        frame, task = self.frame, self.task
        names = frame["name"]
        ids, rates = frame["id"].to_numpy(), frame["rate"].to_numpy()
        arrow = names.array._pa_array
        yield Row("load", self.read, checked)
        yield numbers_row("sort-int", lambda: np.argsort(ids))
        yield numbers_row("sort-double", lambda: np.argsort(rates, kind="stable"))
        yield numbers_row("sort-double", lambda: np.argsort(rates))
        yield numbers_row("sort-bytes", lambda: pc.array_sort_indices(arrow.combine_chunks()))
        yield numbers_row(
            "contains", lambda: true_places(names.str.contains(task.wide_pattern, case=False))
        )
        yield numbers_row(
            "contains",
            lambda: true_places(names.str.contains(task.needle, case=False, regex=False)),
            note="case alone",
        )
        yield numbers_row("equals", lambda: true_places(names == task.name))
        yield numbers_row(
            "range", lambda: np.flatnonzero((rates >= task.low) & (rates < task.high))
        )
        yield groups_row("group-bool", lambda: frame["active"].value_counts(), pd.Series.items)
        yield groups_row("group-name", lambda: names.value_counts(sort=False), pd.Series.items)
        cities = pd.DataFrame({"id": ids, "weight": ids % 97, "rate": rates})
        cities["city"] = pd.array(
            ["City " + str(number * 7_919 % 1_000) for number in ids.tolist()],
            dtype="string[pyarrow]",
        )
        yield sums_row(
            lambda: cities.groupby("city").agg(
                size=("id", "size"),
                ids=("id", "sum"),
                weights=("weight", "sum"),
                rates=("rate", "sum"),
            ),
            lambda sums: sums.itertuples(name=None),
        )
        path = task.output("pandas")
        yield export_row(path, lambda: self.export(path))

    def export(self, path):
        # Arrow writes ten times as fast as to_csv, but whole numbers without decimals.
        csv.write_csv(
            pa.Table.from_pandas(self.frame, preserve_index=False),
            path,
            csv.WriteOptions(delimiter="\t", quoting_style="none"),
        )


def true_places(mask):
    return np.flatnonzero(mask.to_numpy(dtype=bool))


def checked(frame):
    name_bytes = pc.sum(pc.binary_length(frame["name"].array._pa_array)).as_py()
    return checked_load(
        frame["id"].to_numpy(), frame["rate"].to_numpy(), frame["active"].to_numpy(), name_bytes
    )
