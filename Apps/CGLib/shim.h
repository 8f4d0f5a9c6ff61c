#include <glib.h>
#include <glib/gi18n.h>
