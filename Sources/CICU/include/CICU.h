#pragma once
// The part of ICU that Records needs, without a type of ICU's: its headers clash with Foundation's.
