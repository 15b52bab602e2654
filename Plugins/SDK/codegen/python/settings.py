"""The settings of this scanner. Everything that was found for your codes is in this file."""

#: The scan area, in fractions of the image: left, top, width, height. What lies outside is not looked at.
AREA = ({{area.left}}, {{area.top}}, {{area.width}}, {{area.height}})

#: The selection: codes that touch a shape around a point count. "none", "circle" or "rectangle".
SELECTION = "{{selection.kind}}"
#: The point and a rectangle's sides, in fractions of the scan area's sides.
SELECTION_POINT = ({{selection.x}}, {{selection.y}})
SELECTION_SIZE = ({{selection.width}}, {{selection.height}})
#: A circle's radius, as a fraction of the scan area's shorter side.
SELECTION_RADIUS = {{selection.radius}}

#: The end of a scan: after this many different codes, after this many seconds; 0 for no limit.
STOP_AFTER_CODES = {{stop.codes}}
STOP_AFTER_SECONDS = {{stop.seconds}}

#: True if all codes of an image count, False if only the first one does.
SEVERAL_PER_IMAGE = {{several}}

#: The resolution that a camera should capture, in pixels; 0 if it does not matter. This program reads
#: files and does not use it.
CAPTURE_SIZE = ({{resolution.width}}, {{resolution.height}})

#: The view-finder to draw over a camera's picture, its sides in fractions of the scan area's. This program
#: draws nothing.
VIEW_FINDER = ("{{viewfinder.kind}}", {{viewfinder.width}}, {{viewfinder.height}})

#: The numbers of data bytes that count, by symbology: shortest, longest. Others have any length.
LENGTHS = {
{{#lengths}}
    "{{name}}": ({{least}}, {{most}}),
{{/lengths}}
}

#: Payloads that never count.
REJECTED = frozenset([
{{#rejections}}
{{#exact}}
    b"{{bytes}}",
{{/exact}}
{{/rejections}}
])

#: Payloads that begin so never count.
REJECTED_PREFIXES = (
{{#rejections}}
{{#prefix}}
    b"{{bytes}}",
{{/prefix}}
{{/rejections}}
)

#: Payloads that match one of these regular expressions from the first byte to the last never count.
REJECTED_PATTERNS = (
{{#rejections}}
{{#pattern}}
    b"{{bytes}}",
{{/pattern}}
{{/rejections}}
)
