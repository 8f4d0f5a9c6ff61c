#pragma once

/* How often this thread has asked for memory, in a program that this file is part of. */
unsigned long hk_allocation_count(void);
