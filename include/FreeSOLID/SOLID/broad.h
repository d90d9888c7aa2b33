/* FreeSOLID's broad phase: scenes of boxes along the axes, with callbacks where two begin and cease to overlap.
 *
 * Functions may be called from any thread, and inside callbacks. A bad argument does no harm: it raises an
 * error, which dtGetError returns.
 *
 * Generated from the library's source by cbindgen; do not edit. */

#ifndef FREESOLID_SOLID_BROAD_H
#define FREESOLID_SOLID_BROAD_H

#include "solid.h"

/**
 * Identifies a scene of boxes.
 */
typedef struct BP_SceneOpaque *BP_SceneHandle;

/**
 * Identifies a box of a scene.
 */
typedef struct BP_ProxyOpaque *BP_ProxyHandle;

/**
 * A function that is called with the client data of a scene and the objects of two boxes, the one created first before the
 * other. It may call any function.
 */
typedef void (*BP_Callback)(void *client_data, void *object1, void *object2);

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Makes a scene of boxes.
 *
 * - client_data: passed to the callbacks; never dereferenced
 * - begin_overlap, end_overlap: called when two boxes begin to overlap or touch, and when
 *   they cease to; NULL for none
 * - returns: the scene
 * - frame: none
 * - units: none
 * - errors: none
 * - cost: O(1)
 */
BP_SceneHandle BP_CreateScene(void *client_data, BP_Callback begin_overlap, BP_Callback end_overlap);

/**
 * Deletes a scene and its boxes, without callbacks.
 *
 * - scene: made by BP_CreateScene
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if the scene does not exist; nothing happens
 * - cost: O(n) for n boxes
 */
void BP_DeleteScene(BP_SceneHandle scene);

/**
 * Adds a box to a scene, and calls begin_overlap for each box that it overlaps.
 *
 * - scene: made by BP_CreateScene
 * - object: passed to the callbacks; never dereferenced
 * - min, max: the corners of the box; a box that is empty or NaN overlaps nothing until
 *   BP_SetBBox
 * - returns: the box, or NULL on an error
 * - frame: the same for all boxes of a scene
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the scene does not exist, DT_INVALID_POINTER if min or
 *   max is NULL: then there is no box; DT_INVALID_VALUE if the box is empty or NaN
 * - cost: O(log n + k) for n boxes, of which it overlaps k
 * - memory: min and max are NULL or point to three scalars each
 */
BP_ProxyHandle BP_CreateProxy(BP_SceneHandle scene, void *object, const DT_Scalar *min, const DT_Scalar *max);

/**
 * Removes a box from its scene, and calls end_overlap for each box that it overlaps.
 *
 * - scene: its scene
 * - proxy: made by BP_CreateProxy
 * - frame: none
 * - units: none
 * - errors: DT_UNKNOWN_OBJECT if there is no such box in the scene; nothing happens
 * - cost: O(log n + k) for n boxes, of which it overlaps k
 */
void BP_DeleteProxy(BP_SceneHandle scene, BP_ProxyHandle proxy);

/**
 * Moves a box, and calls end_overlap and begin_overlap for the boxes that it ceases and
 * begins to overlap.
 *
 * - proxy: made by BP_CreateProxy
 * - min, max: the corners of the box; a box that is empty or NaN overlaps nothing until it
 *   is set again
 * - frame: the same for all boxes of a scene
 * - units: lengths
 * - errors: DT_UNKNOWN_OBJECT if the box does not exist, DT_INVALID_POINTER if min or max
 *   is NULL: then nothing happens; DT_INVALID_VALUE if the box is empty or NaN
 * - cost: O(log n + k) for n boxes, of which it overlaps k before or afterwards
 * - memory: min and max are NULL or point to three scalars each
 */
void BP_SetBBox(BP_ProxyHandle proxy, const DT_Scalar *min, const DT_Scalar *max);

#ifdef __cplusplus
}
#endif

#endif  /* FREESOLID_SOLID_BROAD_H */
