#pragma once

#include <gtk/gtk.h>

/* How something is drawn: a transform from its place, NULL for none, an opacity from 0 to 1, and a
   blur, whose radius is its standard deviation in pixels. */
typedef struct {
    GskTransform *transform;
    double opacity, blur;
} HKPose;

/* A widget that stands in a layout in place of its only child, has its size, and moves it. The layout
   is not asked again when the child moves: where it is pressed goes along. */
#define HK_TYPE_MOVER (hk_mover_get_type())
G_DECLARE_FINAL_TYPE(HKMover, hk_mover, HK, MOVER, GtkWidget)

GtkWidget *hk_mover_new(GtkWidget *child);

/* Shows the child otherwise from the next layout on. The transform is taken. */
void hk_mover_set_pose(GtkWidget *mover, HKPose pose);

/* Keeps a picture of how the child looks now, to be drawn behind it or in front of it. */
void hk_mover_keep_picture(GtkWidget *mover, gboolean in_front);

/* Shows the picture otherwise, if there is one. The transform is taken. */
void hk_mover_set_picture_pose(GtkWidget *mover, HKPose pose);

/* Takes the picture away. */
void hk_mover_drop_picture(GtkWidget *mover);
