#pragma once

#include "HKCanvas.h"
#include "HKCutLabel.h"
#include "HKForm.h"
#include "HKMainQueue.h"
#include "HKMover.h"
#include "HKRow.h"
#include "HKRowModel.h"
#include "HKScene.h"
#include "HKWrapping.h"
