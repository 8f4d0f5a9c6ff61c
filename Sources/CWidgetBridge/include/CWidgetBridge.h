#pragma once

#include "HKCanvas.h"
#include "HKMainQueue.h"
#include "HKRowModel.h"
#include "HKScene.h"
#include "HKWrapping.h"
