// The settings of this scanner. Everything that was found for your codes is in this file.
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stddef.h>

// The scan area, in fractions of the image from its top left. What lies outside is not looked at.
#define AREA_LEFT {{area.left}}
#define AREA_TOP {{area.top}}
#define AREA_WIDTH {{area.width}}
#define AREA_HEIGHT {{area.height}}

// The selection: codes that touch a shape around a point count. The point and a rectangle's sides are
// fractions of the scan area's sides, the radius is one of its shorter side.
enum { selection_none, selection_circle, selection_rectangle };
#define SELECTION selection_{{selection.kind}}
#define SELECTION_X {{selection.x}}
#define SELECTION_Y {{selection.y}}
#define SELECTION_RADIUS {{selection.radius}}
#define SELECTION_WIDTH {{selection.width}}
#define SELECTION_HEIGHT {{selection.height}}

// The end of a scan: after this many different codes, after this many seconds; 0 for no limit.
#define STOP_AFTER_CODES {{stop.codes}}
#define STOP_AFTER_SECONDS {{stop.seconds}}

// 1 if all codes of an image count, 0 if only the first one does.
{{#several}}
#define SEVERAL_PER_IMAGE 1
{{/several}}
{{^several}}
#define SEVERAL_PER_IMAGE 0
{{/several}}

// The resolution that a camera should capture, in pixels; 0 if it does not matter. This program reads
// files and does not use it.
#define CAPTURE_WIDTH {{resolution.width}}
#define CAPTURE_HEIGHT {{resolution.height}}

// The view-finder to draw over a camera's picture: {{viewfinder.kind}}. Its sides are fractions of the scan
// area's. This program draws nothing.
#define VIEW_FINDER_WIDTH {{viewfinder.width}}
#define VIEW_FINDER_HEIGHT {{viewfinder.height}}

// The numbers of data bytes that count, by symbology; others have any length.
typedef struct {
  const char *symbology;
  size_t least, most;
} LengthRange;

static const LengthRange lengths[] = {
{{#lengths}}
    {"{{name}}", {{least}}, {{most}}},
{{/lengths}}
    {NULL, 0, 0},
};

// The data that never count: one payload, all that begin so, or all that match a POSIX extended
// regular expression from their first byte to the last.
typedef enum { REJECT_END, REJECT_EXACT, REJECT_PREFIX, REJECT_PATTERN } RejectionKind;

typedef struct {
  RejectionKind kind;
  const char *bytes;
  size_t count;
} Rejection;

static const Rejection rejections[] = {
{{#rejections}}
{{#exact}}
    {REJECT_EXACT, "{{bytes}}", {{count}}},
{{/exact}}
{{#prefix}}
    {REJECT_PREFIX, "{{bytes}}", {{count}}},
{{/prefix}}
{{#pattern}}
    {REJECT_PATTERN, "{{bytes}}", {{count}}},
{{/pattern}}
{{/rejections}}
    {REJECT_END, NULL, 0},
};

#endif
