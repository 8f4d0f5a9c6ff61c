#pragma once
// Scans over bytes and numbers that use the widest vectors the processor has.
#include "ScanBytes.h"
#include "ScanFields.h"
#include "ScanJSON.h"
#include "ScanText.h"
#include "ScanValues.h"
