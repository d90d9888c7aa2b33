/* What SOLID tells of its inside: pairs of boxes that overlap, polygons that collide, and how much work it did. */
#ifndef VIEWER_INSPECT_H
#define VIEWER_INSPECT_H

/* Adds lines to the scene: between bodies whose boxes overlap, and around the polygons of two soups that collide. */
void inspect_pairs(void);

/* The statistics, for text of at least 200 characters. */
void inspect_text(char *text);

#endif
