/* Pictures as PNG files. */
#ifndef VIEWER_PICTURE_H
#define VIEWER_PICTURE_H

/* Writes rows of red, green, blue, the lowest row first as glReadPixels gives them, and a description that is not
   seen, in ASCII. Returns 0 if it cannot. */
int picture_write(const char *path, int width, int height, const unsigned char *rgb, const char *description);

#endif
