#include "HKWrapping.h"

static GtkSizeRequestMode request_mode(GtkWidget *widget)
{
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* What stands around the text of a widget, left and right, and belongs to its width. */
static int width_around(GtkWidget *widget)
{
    GtkStyleContext *style = gtk_widget_get_style_context(widget);
    GtkBorder margin, border, padding;
    gtk_style_context_get_margin(style, &margin);
    gtk_style_context_get_border(style, &border);
    gtk_style_context_get_padding(style, &padding);
    return margin.left + margin.right + border.left + border.right + padding.left + padding.right
        + gtk_widget_get_margin_start(widget) + gtk_widget_get_margin_end(widget);
}

/* The width of so many columns of text, as GtkLabel counts them. */
static int width_of_columns(GtkWidget *label, int columns)
{
    PangoContext *context = gtk_widget_get_pango_context(label);
    PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
    int width = MAX(pango_font_metrics_get_approximate_char_width(metrics),
                    pango_font_metrics_get_approximate_digit_width(metrics));
    pango_font_metrics_unref(metrics);
    return PANGO_PIXELS_CEIL(columns * width);
}

/* GtkLabel breaks all of a text into lines for its least width, and again for the width that it would like, to find
 * that some line is about as long as it may be. Of a text that has many lines that is known before. */
static bool knows_widths(GtkWidget *widget, int *minimum, int *natural)
{
    GtkLabel *label = GTK_LABEL(widget);
    int least = gtk_label_get_width_chars(label), most = gtk_label_get_max_width_chars(label);
    if (least <= 0 || most < least || strlen(gtk_label_get_text(label)) < 8 * (size_t)most) return false;
    *minimum = width_of_columns(widget, least);
    *natural = width_of_columns(widget, most);
    return true;
}

/* Laying out text is dear, and GTK keeps what it found only for each pair of direction and size: so
 * all questions that have the same answer are asked as one. The width is the same for every height;
 * the height without a width is that of the natural width. */
static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    int least, wanted;
    if ((orientation == GTK_ORIENTATION_HORIZONTAL) == (for_size != -1)) {
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &least, &wanted, NULL, NULL);
        int around = width_around(widget);
        least = MAX(least - around, 0);
        wanted = MAX(wanted - around, 0);
    }
    if (orientation == GTK_ORIENTATION_HORIZONTAL && for_size != -1) {
        *minimum = least;
        *natural = wanted;
        return;
    }
    if (orientation == GTK_ORIENTATION_HORIZONTAL && knows_widths(widget, minimum, natural)) return;
    if (orientation == GTK_ORIENTATION_VERTICAL && for_size == -1) for_size = wanted;
    GTK_WIDGET_GET_CLASS(widget)->measure(widget, orientation, for_size, minimum, natural,
                                          minimum_baseline, natural_baseline);
}

static void allocate(GtkWidget *widget, int width, int height, int baseline)
{
    GTK_WIDGET_GET_CLASS(widget)->size_allocate(widget, width, height, baseline);
}

void hk_label_wrap_by_width(GtkWidget *label)
{
    /* A row has the width of its list: one word that is longer must not push the others out of view. */
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_widget_set_layout_manager(label, gtk_custom_layout_new(request_mode, measure, allocate));
}
