// Does the jobs of a table in PostgreSQL as one would write it by hand: each of several processes
// locks the first that is not locked, marks it as done, and commits. Prints the seconds it took.
//
//   skip_locked URL WORKERS

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static PGresult *run(PGconn *connection, const char *sql, const char *argument) {
  const char *values[] = {argument};
  PGresult *result =
      PQexecParams(connection, sql, argument ? 1 : 0, NULL, values, NULL, NULL, 0);
  ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
    fprintf(stderr, "%s", PQerrorMessage(connection));
    exit(1);
  }
  return result;
}

static void work(const char *url) {
  PGconn *connection = PQconnectdb(url);
  if (PQstatus(connection) != CONNECTION_OK) exit(1);
  for (;;) {
    PQclear(run(connection, "BEGIN", NULL));
    PGresult *job = run(
        connection,
        "SELECT id, payload FROM plain_jobs WHERE state = 0 ORDER BY priority DESC, id LIMIT 1 "
        "FOR UPDATE SKIP LOCKED",
        NULL);
    if (PQntuples(job) == 0) break;
    char id[32];
    snprintf(id, sizeof id, "%s", PQgetvalue(job, 0, 0));
    PQclear(job);
    PQclear(run(connection, "UPDATE plain_jobs SET state = 2 WHERE id = $1::bigint", id));
    PQclear(run(connection, "COMMIT", NULL));
  }
  PQfinish(connection);
}

int main(int count, char **words) {
  if (count != 3) return 2;
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int worker = 0; worker < atoi(words[2]); worker++) {
    if (fork() == 0) {
      work(words[1]);
      _exit(0);
    }
  }
  int status, failed = 0;
  while (wait(&status) > 0) failed |= status;
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (failed) return 1;
  printf("%.6f\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9);
  return 0;
}
