"""DuckDB in memory, with its bundled ICU."""

import os

import duckdb

from rows import Row, export_row, groups_row, numbers_row, sums_row
from checks import checked_load

version = duckdb.__version__

CREATE = """
    CREATE OR REPLACE TABLE records AS SELECT * FROM read_csv(
        '{file}', delim = '\t', header = true, quote = '', escape = '', auto_detect = false,
        columns = {{'id': 'BIGINT', 'rate': 'DOUBLE', 'active': 'BOOLEAN', 'name': 'VARCHAR'}})
"""


class Peer:
    def __init__(self, task):
        self.task = task
        self.connection = duckdb.connect(config={"threads": os.cpu_count()})

    def load(self):
        self.connection.execute(CREATE.format(file=quoted(self.task.file)))

    def numbers(self, query, parameters=None):
        """The record numbers of a query, as an array."""
        query = f"SELECT rowid FROM records {query}"
        return self.connection.execute(query, parameters).fetchnumpy()["rowid"]

    def groups(self, column):
        return self.connection.sql(
            f"SELECT {column}, count(*) FROM records GROUP BY {column}"
        ).to_arrow_table()

    def rows(self):
        task, numbers = self.task, self.numbers
        yield Row("load", self.load, lambda _: self.checked())
        yield numbers_row("sort-int", lambda: numbers("ORDER BY id"))
        yield numbers_row("sort-double", lambda: numbers("ORDER BY rate, rowid"))
        yield numbers_row("sort-double", lambda: numbers("ORDER BY rate"))
        yield numbers_row("sort-bytes", lambda: numbers("ORDER BY name, rowid"))
        yield numbers_row("sort-bytes", lambda: numbers("ORDER BY name"))
        for collation in [f"NOCASE.{task.locale}", task.locale]:
            yield numbers_row(
                "sort-localized",
                lambda collation=collation: numbers(f"ORDER BY name COLLATE {collation}, rowid"),
                note=f"COLLATE {collation}",
            )
        yield numbers_row(
            "sort-localized",
            lambda: numbers(f"ORDER BY name COLLATE {task.locale}"),
            note=f"COLLATE {task.locale}",
        )
        yield numbers_row(
            "contains",
            lambda: numbers("WHERE regexp_matches(name, ?, 'i')", [task.wide_pattern]),
        )
        yield numbers_row(
            "contains",
            lambda: numbers("WHERE contains(lower(name), ?)", [task.needle]),
            note="case alone",
        )
        yield numbers_row("equals", lambda: numbers("WHERE name = ?", [task.name]))
        yield numbers_row(
            "range", lambda: numbers("WHERE rate >= ? AND rate < ?", [task.low, task.high])
        )
        yield groups_row("group-bool", lambda: self.groups("active"), pairs)
        yield groups_row("group-name", lambda: self.groups("name"), pairs)
        self.connection.execute(
            "CREATE OR REPLACE TABLE cities AS SELECT id, rate, id % 97 AS weight,"
            " 'City ' || (id * 7919 % 1000) AS city FROM records"
        )
        yield sums_row(
            lambda: self.connection.execute(
                "SELECT city, count(*), sum(id), sum(weight), sum(rate) FROM cities GROUP BY city"
            ).fetchall(),
            lambda rows: rows,
        )
        path = task.output("duckdb")
        yield export_row(path, lambda: self.export(path))

    def export(self, path):
        self.connection.execute(
            f"COPY records TO '{quoted(path)}' (FORMAT csv, DELIMITER '\t', HEADER, QUOTE '')"
        )

    def checked(self):
        columns = self.connection.execute("SELECT id, rate, active FROM records").fetchnumpy()
        (name_bytes,) = self.connection.execute(
            "SELECT sum(strlen(name)) FROM records"
        ).fetchone()
        return checked_load(columns["id"], columns["rate"], columns["active"], name_bytes)


def quoted(path):
    return path.replace("'", "''")


def pairs(table):
    return zip(table.column(0).to_pylist(), table.column(1).to_pylist())
