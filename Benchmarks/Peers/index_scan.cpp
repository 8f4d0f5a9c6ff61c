// The index as one would read it with regular expressions: lines joined to entries, then one
// expression each for the bracketed fields, the date, and the division of title and authors.
#define PCRE2_CODE_UNIT_WIDTH 8

#include "index_scan.h"

#include <pcre2.h>

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

class Expression {
 public:
  explicit Expression(const char *pattern) {
    int error = 0;
    PCRE2_SIZE offset = 0;
    code_ = pcre2_compile(
        reinterpret_cast<PCRE2_SPTR>(pattern), PCRE2_ZERO_TERMINATED, 0, &error, &offset, nullptr);
    if (code_ == nullptr) return;
    pcre2_jit_compile(code_, PCRE2_JIT_COMPLETE);
    data_ = pcre2_match_data_create_from_pattern(code_, nullptr);
  }
  ~Expression() {
    pcre2_match_data_free(data_);
    pcre2_code_free(code_);
  }
  Expression(const Expression &) = delete;
  Expression &operator=(const Expression &) = delete;

  bool matches(std::string_view text, size_t from = 0) {
    if (code_ == nullptr) return false;
    const auto subject = reinterpret_cast<PCRE2_SPTR>(text.data());
    if (pcre2_match(code_, subject, text.size(), from, 0, data_, nullptr) <= 0) return false;
    text_ = text;
    return true;
  }
  size_t start(int group = 0) const { return pcre2_get_ovector_pointer(data_)[2 * group]; }
  size_t end(int group = 0) const { return pcre2_get_ovector_pointer(data_)[2 * group + 1]; }
  std::string_view group(int group) const {
    return start(group) == PCRE2_UNSET ? std::string_view()
                                       : text_.substr(start(group), end(group) - start(group));
  }

 private:
  pcre2_code *code_ = nullptr;
  pcre2_match_data *data_ = nullptr;
  std::string_view text_;
};

struct Entry {
  uint32_t number = 0;
  bool issued = true;
  std::string title, date, status, doi, formats;
  std::vector<std::string> authors;
  std::vector<std::string> references;
};

class Scan {
 public:
  std::vector<Entry> entries;

  void read(const char *bytes, size_t count) {
    const char *end = bytes + count;
    const char *last = bytes;
    for (const char *at = bytes; (at = find(at, end, "RFC INDEX")) != nullptr; ++at) last = at;
    for (const char *line = last; line < end;) {
      const char *stop = static_cast<const char *>(memchr(line, '\n', end - line));
      if (stop == nullptr) stop = end;
      take(std::string_view(line, stop - line));
      line = stop + 1;
    }
    finish();
  }

 private:
  Expression begin_{R"(^(\d{1,9}) +(.*?)\s*$)"};
  Expression more_{R"(^\s+(\S.*?)\s*$)"};
  Expression notIssued_{R"(^Not Issued\.?$)"};
  Expression field_{
      R"(\s*\((Format:|Not online|Obsoletes|Obsoleted by|Updates|Updated by|Also|Status:|DOI:)\s*([^()]*)\)\s*$)"};
  Expression date_{
      R"(\s((?:\d{1,2} )?(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?:[ -]\d{1,2},?)?[ -]\d{4})\.?$)"};
  Expression division_{
      R"(^(.*?)\. ((?:[A-Z][A-Za-z]{0,2}(?:-[A-Z][a-z]?)?\.[ -]?)+[^.,]+.*?)\.?$)"};
  Expression item_{R"(\s*([^,]+))"};
  std::string text_;
  uint32_t number_ = 0;
  bool open_ = false;

  static const char *find(const char *from, const char *end, const char *word) {
    return static_cast<const char *>(memmem(from, end - from, word, strlen(word)));
  }

  void take(std::string_view line) {
    if (line.empty()) return;
    if (begin_.matches(line)) {
      finish();
      number_ = static_cast<uint32_t>(std::stoul(std::string(begin_.group(1))));
      text_.assign(begin_.group(2));
      open_ = true;
    } else if (open_ && more_.matches(line)) {
      text_ += ' ';
      text_ += more_.group(1);
    }
  }

  void finish() {
    if (!open_) return;
    open_ = false;
    Entry entry;
    entry.number = number_;
    std::string_view rest = text_;
    if (notIssued_.matches(rest)) {
      entry.issued = false;
      entries.push_back(std::move(entry));
      return;
    }
    // The last bracket is looked for by hand, or the expression would try every one before it.
    for (size_t open; (open = rest.rfind('(')) != rest.npos && field_.matches(rest, open);) {
      assign(entry, field_.group(1), field_.group(2));
      rest = rest.substr(0, open);
      while (!rest.empty() && rest.back() == ' ') rest.remove_suffix(1);
    }
    if (date_.matches(rest)) {
      entry.date = date_.group(1);
      rest = rest.substr(0, date_.start());
    }
    if (division_.matches(rest)) {
      entry.title = division_.group(1);
      items(division_.group(2), entry.authors);
    } else {
      entry.title = rest;
    }
    entries.push_back(std::move(entry));
  }

  void assign(Entry &entry, std::string_view label, std::string_view value) {
    switch (label[0]) {
      case 'F': entry.formats = value; break;
      case 'S': entry.status = value; break;
      case 'D': entry.doi = value; break;
      case 'N': break;
      default: items(value, entry.references);
    }
  }

  void items(std::string_view list, std::vector<std::string> &result) {
    for (size_t at = 0; at < list.size() && item_.matches(list, at); at = item_.end() + 1) {
      result.emplace_back(item_.group(1));
    }
  }
};

}  // namespace

extern "C" BenchIndexCounts bench_index_scan(const uint8_t *bytes, size_t count) {
  Scan scan;
  scan.read(reinterpret_cast<const char *>(bytes), count);
  BenchIndexCounts counts = {};
  for (const Entry &entry : scan.entries) {
    counts.entries += 1;
    counts.not_issued += entry.issued ? 0 : 1;
    counts.authors += entry.authors.size();
    counts.references += entry.references.size();
    counts.text += entry.title.size() + entry.date.size() + entry.status.size();
  }
  return counts;
}

extern "C" uint64_t bench_count_lines(const uint8_t *bytes, size_t count) {
  uint64_t lines = 0;
  const uint8_t *end = bytes + count;
  while (bytes < end) {
    const void *found = memchr(bytes, '\n', end - bytes);
    if (found == nullptr) break;
    lines += 1;
    bytes = static_cast<const uint8_t *>(found) + 1;
  }
  return lines;
}
