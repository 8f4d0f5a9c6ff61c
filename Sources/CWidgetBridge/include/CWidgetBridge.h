#pragma once

#include "HKMainQueue.h"
#include "HKRowModel.h"
