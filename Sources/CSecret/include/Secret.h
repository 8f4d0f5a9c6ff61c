#ifndef HIKIDASHI_SECRET_H
#define HIKIDASHI_SECRET_H

/// The desktop's keyring through libsecret, which is loaded when it is first asked for: an app that
/// has no secrets, or a machine without the library, needs nothing.

/// Whether there is a library, and a keyring that answers. May wait for the session's bus.
int hk_secret_is_there(void);

/// Stores a secret of an app, over one that is there; 0, or −1 with an error to be freed.
int hk_secret_store(const char *app, const char *key, const char *label, const char *value,
                    char **error);

/// Looks a secret up: 1 with the value to be freed, 0 where there is none, −1 with an error to be freed.
int hk_secret_find(const char *app, const char *key, char **value, char **error);

/// Removes a secret, if it is there; 0, or −1 with an error to be freed.
int hk_secret_remove(const char *app, const char *key, char **error);

/// Overwrites a value or an error of these functions, and frees it.
void hk_secret_free(char *text);

#endif
