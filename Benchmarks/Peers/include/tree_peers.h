#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A GtkTreeListModel of `sections` roots with `rows` children each, all closed.
typedef struct BenchTreeModel BenchTreeModel;

BenchTreeModel *_Nonnull bench_tree_model_new(uint32_t sections, uint32_t rows);
void bench_tree_model_free(BenchTreeModel *_Nonnull tree);
uint32_t bench_tree_model_row_count(BenchTreeModel *_Nonnull tree);
void bench_tree_model_set_open(BenchTreeModel *_Nonnull tree, uint32_t section, bool open);
/// The sum of the numbers in the paths of `rows`.
uint64_t bench_tree_model_paths(
    BenchTreeModel *_Nonnull tree, const uint32_t *_Nonnull rows, size_t count);
/// The sum of the rows at the paths (section, index), which must be open.
uint64_t bench_tree_model_rows(
    BenchTreeModel *_Nonnull tree, const uint32_t *_Nonnull sections,
    const uint32_t *_Nonnull indices, size_t count);

/// The least that two levels need: a Fenwick tree of the rows that each section shows.
typedef struct BenchFenwick BenchFenwick;

BenchFenwick *_Nonnull bench_fenwick_new(uint32_t sections, uint32_t rows);
void bench_fenwick_free(BenchFenwick *_Nonnull tree);
uint32_t bench_fenwick_row_count(const BenchFenwick *_Nonnull tree);
void bench_fenwick_toggle(
    BenchFenwick *_Nonnull tree, const uint32_t *_Nonnull sections, size_t count);
uint64_t bench_fenwick_paths(
    const BenchFenwick *_Nonnull tree, const uint32_t *_Nonnull rows, size_t count);
uint64_t bench_fenwick_rows(
    const BenchFenwick *_Nonnull tree, const uint32_t *_Nonnull sections,
    const uint32_t *_Nonnull indices, size_t count);

#ifdef __cplusplus
}
#endif
