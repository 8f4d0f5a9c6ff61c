#pragma once

#include <gtk/gtk.h>

/* Draws a scene and its children, places them, and is told before one of them is looked for at a
   point of the scene, as for an event. `owner` is passed through. */
typedef struct {
    void (*snapshot)(void *owner, GtkSnapshot *snapshot, double width, double height);
    void (*allocate)(void *owner, double width, double height);
    void (*pick)(void *owner, double x, double y);
} HKSceneCallbacks;

/* A widget whose children stand where its owner puts them, drawn when its owner says so. */
#define HK_TYPE_SCENE (hk_scene_get_type())
G_DECLARE_FINAL_TYPE(HKScene, hk_scene, HK, SCENE, GtkWidget)

GtkWidget *hk_scene_new(HKSceneCallbacks callbacks);

/* Adds a child, before those that there are. */
void hk_scene_add(GtkWidget *scene, GtkWidget *child);

/* The owner is not kept alive: it passes NULL before it goes. */
void hk_scene_set_owner(GtkWidget *scene, void *owner);

/* The least and the natural size, in pixels. */
void hk_scene_set_size(GtkWidget *scene, int width, int height);
