// Statuses as simdjson reads them into columns: each text into one buffer with its end, numbers and truth
// values into vectors, objects as the JSON that they are.
#include "json_statuses.h"

#include "records_limit.h"

#include <dirent.h>
#include <sched.h>
#include <simdjson.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using simdjson::ondemand::value;

struct Texts {
  std::string bytes;
  std::vector<uint32_t> ends;

  void add(std::string_view text) {
    bytes.append(text);
    ends.push_back(static_cast<uint32_t>(bytes.size()));
  }
};

struct Columns {
  Texts id, created, edited, reply, spoiler, visibility, language, uri, url, content;
  Texts account, media, mentions, tags;
  std::vector<int64_t> replies, boosts, favourites;
  std::vector<bool> sensitive;
};

void text(value found, Texts &into) {
  std::string_view view;
  if (found.is_null()) {
    into.add({});
  } else {
    view = found.get_string();
    into.add(view);
  }
}

void raw(value found, Texts &into) { into.add(std::string_view(simdjson::to_json_string(found))); }

void member(std::string_view key, value found, Columns &columns) {
  if (key == "id") return text(found, columns.id);
  if (key == "created_at") return text(found, columns.created);
  if (key == "edited_at") return text(found, columns.edited);
  if (key == "in_reply_to_id") return text(found, columns.reply);
  if (key == "sensitive") return columns.sensitive.push_back(bool(found.get_bool()));
  if (key == "spoiler_text") return text(found, columns.spoiler);
  if (key == "visibility") return text(found, columns.visibility);
  if (key == "language") return text(found, columns.language);
  if (key == "uri") return text(found, columns.uri);
  if (key == "url") return text(found, columns.url);
  if (key == "replies_count") return columns.replies.push_back(int64_t(found.get_int64()));
  if (key == "reblogs_count") return columns.boosts.push_back(int64_t(found.get_int64()));
  if (key == "favourites_count") return columns.favourites.push_back(int64_t(found.get_int64()));
  if (key == "content") return text(found, columns.content);
  if (key == "account") return raw(found, columns.account);
  if (key == "media_attachments") return raw(found, columns.media);
  if (key == "mentions") return raw(found, columns.mentions);
  if (key == "tags") return raw(found, columns.tags);
}

}  // namespace

extern "C" BenchStatusCounts bench_json_statuses(const uint8_t *bytes, size_t count) {
  BenchStatusCounts counts = {};
  Columns columns;
  try {
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document_stream lines =
        parser.iterate_many(reinterpret_cast<const char *>(bytes), count, 1 << 20);
    for (auto line : lines) {
      for (auto found : line.get_object()) {
        member(std::string_view(found.unescaped_key()), value(found.value()), columns);
      }
      counts.rows++;
    }
  } catch (const simdjson::simdjson_error &) {
    return {};
  }
  for (size_t row = 0; row < columns.replies.size(); row++) {
    counts.sum += columns.replies[row] + columns.boosts[row] + columns.favourites[row];
  }
  for (const Texts *texts :
       {&columns.id, &columns.created, &columns.edited, &columns.reply, &columns.spoiler,
        &columns.visibility, &columns.language, &columns.uri, &columns.url, &columns.content,
        &columns.account, &columns.media, &columns.mentions, &columns.tags}) {
    counts.text += texts->bytes.size();
  }
  return counts;
}

extern "C" void bench_use_processors(size_t count) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  for (size_t number = 0; number < (count == 0 ? CPU_SETSIZE : count); number++) {
    CPU_SET(number, &processors);
  }
  DIR *threads = opendir("/proc/self/task");
  if (threads == nullptr) return;
  while (const dirent *thread = readdir(threads)) {
    const int number = std::atoi(thread->d_name);
    if (number > 0) sched_setaffinity(number, sizeof processors, &processors);
  }
  closedir(threads);
}
