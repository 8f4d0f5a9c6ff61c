"""What came out, in the words that every side of the bench uses."""

import zlib

import numpy as np


def checked_numbers(numbers):
    """How many record numbers there are, and a sum that depends on their order."""
    numbers = np.asarray(numbers).astype(np.uint64)
    places = np.arange(1, len(numbers) + 1, dtype=np.uint64)
    with np.errstate(over="ignore"):
        mixed = ((numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)) ^ (
            places * np.uint64(0xD6E8FEB86659FD93)
        )
        mixed *= mixed >> np.uint64(32) | np.uint64(1)
        return f"{len(numbers)} records, {int(mixed.sum(dtype=np.uint64)):016x}"


def checked_groups(pairs):
    """How many groups there are, and a sum of their keys and sizes in any order."""
    total = 0
    count = 0
    for key, size in pairs:
        if isinstance(key, (bool, np.bool_)):
            key = "true" if key else "false"
        total += (zlib.crc32(key.encode()) + 1) * int(size)
        count += 1
    return f"{count} groups, {total % 2**64:016x}"


def checked_sums(rows):
    """How many groups there are, and a sum of their keys, sizes and sums in any order."""
    total = 0
    count = 0
    for key, size, ids, weights, rates in rows:
        crc = zlib.crc32(key.encode()) + 1
        for place, number in enumerate([size, ids, weights, np.floor(rates * 10_000 + 0.5)]):
            total += (crc + place) * int(number)
        count += 1
    return f"{count} groups, {total % 2**64:016x}"


def checked_file(path):
    with open(path, "rb") as file:
        text = file.read()
    return f"{len(text)} bytes, {zlib.crc32(text):08x}"


def checked_load(ids, rates, actives, name_bytes):
    """Sums over the columns: whole numbers, so that no order of adding changes them."""
    units = np.rint(np.asarray(rates) * 10_000).astype(np.int64)
    return (
        f"{len(ids)} records, ids {int(np.asarray(ids).sum())}, rates {int(units.sum())},"
        f" active {int(np.asarray(actives).sum())}, names {int(name_bytes)}"
    )
