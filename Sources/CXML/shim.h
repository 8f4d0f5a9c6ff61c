#include <libxml/xmlversion.h>
// libxml2 would show ICU's own header, whose enums differ from those of the ICU inside
// Foundation: a file that sees both does not compile. Only an encoding handler's inside, which
// is never touched from here, depends on the switch.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
