#include <adwaita.h>
#include <glib-unix.h>
#include <cairo-pdf.h>
#include <pango/pangocairo.h>
