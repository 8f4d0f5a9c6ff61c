#include "CFeed.h"
