#include "CPostgreSQL.h"

#include "COpenSSL.h"

#include <dlfcn.h>
#include <pthread.h>

/* Type, name, parameters, and the parameters passed on. */
#define FUNCTIONS(USE) \
  USE(int, PQbackendPID, (const PGconn *conn), (conn)) \
  USE(int, PQcancel, \
    (PGcancel *cancel, char *errbuf, int errbufsize), (cancel, errbuf, errbufsize)) \
  USE(void, PQclear, (PGresult *res), (res)) \
  USE(char *, PQcmdTuples, (PGresult *res), (res)) \
  USE(PostgresPollingStatusType, PQconnectPoll, (PGconn *conn), (conn)) \
  USE(PGconn *, PQconnectStartParams, \
    (const char *const *keywords, const char *const *values, int expand_dbname), (keywords, \
    values, expand_dbname)) \
  USE(void, PQconninfoFree, (PQconninfoOption *connOptions), (connOptions)) \
  USE(PQconninfoOption *, PQconninfoParse, \
    (const char *conninfo, char **errmsg), (conninfo, errmsg)) \
  USE(int, PQconsumeInput, (PGconn *conn), (conn)) \
  USE(int, PQenterPipelineMode, (PGconn *conn), (conn)) \
  USE(char *, PQerrorMessage, (const PGconn *conn), (conn)) \
  USE(char *, PQescapeIdentifier, (PGconn *conn, const char *str, size_t len), (conn, str, len)) \
  USE(int, PQexitPipelineMode, (PGconn *conn), (conn)) \
  USE(void, PQfinish, (PGconn *conn), (conn)) \
  USE(int, PQflush, (PGconn *conn), (conn)) \
  USE(void, PQfreeCancel, (PGcancel *cancel), (cancel)) \
  USE(void, PQfreemem, (void *ptr), (ptr)) \
  USE(PGcancel *, PQgetCancel, (PGconn *conn), (conn)) \
  USE(int, PQgetCopyData, (PGconn *conn, char **buffer, int async), (conn, buffer, async)) \
  USE(PGresult *, PQgetResult, (PGconn *conn), (conn)) \
  USE(int, PQgetisnull, \
    (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num)) \
  USE(int, PQgetlength, \
    (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num)) \
  USE(char *, PQgetvalue, \
    (const PGresult *res, int tup_num, int field_num), (res, tup_num, field_num)) \
  USE(int, PQisBusy, (PGconn *conn), (conn)) \
  USE(int, PQnfields, (const PGresult *res), (res)) \
  USE(PGnotify *, PQnotifies, (PGconn *conn), (conn)) \
  USE(int, PQntuples, (const PGresult *res), (res)) \
  USE(const char *, PQparameterStatus, \
    (const PGconn *conn, const char *paramName), (conn, paramName)) \
  USE(int, PQpipelineSync, (PGconn *conn), (conn)) \
  USE(int, PQputCopyData, (PGconn *conn, const char *buffer, int nbytes), (conn, buffer, nbytes)) \
  USE(int, PQputCopyEnd, (PGconn *conn, const char *errormsg), (conn, errormsg)) \
  USE(char *, PQresultErrorField, (const PGresult *res, int fieldcode), (res, fieldcode)) \
  USE(ExecStatusType, PQresultStatus, (const PGresult *res), (res)) \
  USE(int, PQsendPrepare, \
    (PGconn *conn, const char *stmtName, const char *query, int nParams, const Oid *paramTypes), \
    (conn, stmtName, query, nParams, paramTypes)) \
  USE(int, PQsendQuery, (PGconn *conn, const char *query), (conn, query)) \
  USE(int, PQsendQueryParams, \
    (PGconn *conn, const char *command, int nParams, const Oid *paramTypes, const char *const \
    *paramValues, const int *paramLengths, const int *paramFormats, int resultFormat), (conn, \
    command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat)) \
  USE(int, PQsendQueryPrepared, \
    (PGconn *conn, const char *stmtName, int nParams, const char *const *paramValues, const int \
    *paramLengths, const int *paramFormats, int resultFormat), (conn, stmtName, nParams, \
    paramValues, paramLengths, paramFormats, resultFormat)) \
  USE(int, PQserverVersion, (const PGconn *conn), (conn)) \
  USE(PQnoticeReceiver, PQsetNoticeReceiver, \
    (PGconn *conn, PQnoticeReceiver proc, void *arg), (conn, proc, arg)) \
  USE(int, PQsetnonblocking, (PGconn *conn, int arg), (conn, arg)) \
  USE(int, PQsocket, (const PGconn *conn), (conn)) \
  USE(ConnStatusType, PQstatus, (const PGconn *conn), (conn))

#define DECLARE(type, name, parameters, arguments) __typeof__(&name) name##_;
static struct { FUNCTIONS(DECLARE) } libpq;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *problem;

static void load(void) {
  /* The name of the interface since 2006; never unloaded, since its own libraries keep exit handlers. */
  void *library = dlopen("libpq.so.5", RTLD_LAZY | RTLD_LOCAL);
  if (!library) {
    problem = dlerror();
    return;
  }
#define FIND(type, name, parameters, arguments) \
  if (!(libpq.name##_ = (__typeof__(&name))dlsym(library, #name))) { \
    problem = "libpq.so.5 is too old: it has no " #name; \
    return; \
  }
  FUNCTIONS(FIND)
  hk_openssl_keep(library);
}

const char *hk_postgres_load(void) {
  pthread_once(&once, load);
  return problem;
}

/* An app that calls libpq itself may come first. */
#define FORWARD(type, name, parameters, arguments) \
  type name parameters { \
    if (!libpq.name##_) hk_postgres_load(); \
    return libpq.name##_ arguments; \
  }
FUNCTIONS(FORWARD)
