#pragma once

#include <gtk/gtk.h>

/* Has every button act at once when a key, a dialog's Enter or a screen reader presses it. GTK shows it pressed for a
   quarter of a second first. Called before the first button is made. */
void hk_buttons_act_at_once(void);
