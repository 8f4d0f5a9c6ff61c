#include "tree_peers.h"

#include <vector>

// Fenwick, "A new data structure for cumulative frequency tables", 1994. Numbers from 1.
struct BenchFenwick {
  uint32_t sections;
  uint32_t rows;
  uint32_t top = 1;
  std::vector<uint32_t> sums;
  std::vector<uint8_t> open;

  BenchFenwick(uint32_t sections, uint32_t rows)
      : sections(sections), rows(rows), sums(sections + 1, 0), open(sections, 0) {
    while (top * 2 <= sections) top *= 2;
    for (uint32_t i = 0; i < sections; i++) add(i, 1);
  }

  void add(uint32_t section, uint32_t delta) {
    for (uint32_t i = section + 1; i <= sections; i += i & -i) sums[i] += delta;
  }

  uint32_t before(uint32_t section) const {
    uint32_t sum = 0;
    for (uint32_t i = section; i > 0; i &= i - 1) sum += sums[i];
    return sum;
  }
};

BenchFenwick *bench_fenwick_new(uint32_t sections, uint32_t rows) {
  return new BenchFenwick(sections, rows);
}

void bench_fenwick_free(BenchFenwick *tree) { delete tree; }

uint32_t bench_fenwick_row_count(const BenchFenwick *tree) { return tree->before(tree->sections); }

void bench_fenwick_toggle(BenchFenwick *tree, const uint32_t *sections, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t section = sections[i];
    tree->add(section, tree->open[section] ? -tree->rows : tree->rows);
    tree->open[section] ^= 1;
  }
}

uint64_t bench_fenwick_paths(const BenchFenwick *tree, const uint32_t *rows, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t rest = rows[i];
    uint32_t section = 0;
    for (uint32_t step = tree->top; step > 0; step /= 2) {
      if (section + step <= tree->sections && tree->sums[section + step] <= rest) {
        section += step;
        rest -= tree->sums[section];
      }
    }
    sum += section + (rest > 0 ? rest - 1 : 0);
  }
  return sum;
}

uint64_t bench_fenwick_rows(
    const BenchFenwick *tree, const uint32_t *sections, const uint32_t *indices, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += tree->before(sections[i]) + 1 + indices[i];
  return sum;
}
