// The settings of this scanner. Everything that was found for your codes is in this file.
#import <AVFoundation/AVFoundation.h>

// The scan area, in fractions of the picture from its top left. What lies outside is not looked at.
static const CGFloat ScannerAreaLeft = {{area.left}};
static const CGFloat ScannerAreaTop = {{area.top}};
static const CGFloat ScannerAreaWidth = {{area.width}};
static const CGFloat ScannerAreaHeight = {{area.height}};

// The selection: codes that touch a shape around a point count. The point and a rectangle's sides are
// fractions of the scan area's sides, the radius is one of its shorter side.
enum { ScannerSelection_none, ScannerSelection_circle, ScannerSelection_rectangle };
static const int ScannerSelection = ScannerSelection_{{selection.kind}};
static const CGFloat ScannerSelectionX = {{selection.x}};
static const CGFloat ScannerSelectionY = {{selection.y}};
static const CGFloat ScannerSelectionRadius = {{selection.radius}};
static const CGFloat ScannerSelectionWidth = {{selection.width}};
static const CGFloat ScannerSelectionHeight = {{selection.height}};

// The end of a scan: after this many different codes, after this many seconds; 0 for no limit.
static const NSUInteger ScannerStopAfterCodes = {{stop.codes}};
static const NSTimeInterval ScannerStopAfterSeconds = {{stop.seconds}};

// YES if all codes of a frame count, NO if only the first one does.
{{#several}}
static const BOOL ScannerTakesSeveral = YES;
{{/several}}
{{^several}}
static const BOOL ScannerTakesSeveral = NO;
{{/several}}

// The resolution to capture, in pixels; 0 if it does not matter.
static const int32_t ScannerCaptureWidth = {{resolution.width}};
static const int32_t ScannerCaptureHeight = {{resolution.height}};

// The view-finder, its sides in fractions of the scan area's.
enum { ScannerViewFinder_none, ScannerViewFinder_frame, ScannerViewFinder_laser };
static const int ScannerViewFinder = ScannerViewFinder_{{viewfinder.kind}};
static const CGFloat ScannerViewFinderWidth = {{viewfinder.width}};
static const CGFloat ScannerViewFinderHeight = {{viewfinder.height}};

// The formats to look for.
static inline NSArray<AVMetadataObjectType> *ScannerFormats(void) {
  return @[
{{#formats}}
    {{code}},
{{/formats}}
  ];
}

// The numbers of data bytes that count, by the name of a format in ScannerName; others have any length.
typedef struct {
  const char *symbology;
  NSUInteger least, most;
} ScannerLength;

static const ScannerLength ScannerLengths[] = {
{{#lengths}}
  {"{{name}}", {{least}}, {{most}}},
{{/lengths}}
  {NULL, 0, 0},
};

// The payloads that never count: one, all that begin so, or all that match a regular expression from their
// first byte to the last. Each has the number of its bytes.
typedef NS_ENUM(NSInteger, ScannerRejectionKind) {
  ScannerRejectionEnd,
  ScannerRejectionExact,
  ScannerRejectionPrefix,
  ScannerRejectionPattern,
};

typedef struct {
  ScannerRejectionKind kind;
  const char *bytes;
  NSUInteger count;
} ScannerRejection;

static const ScannerRejection ScannerRejections[] = {
{{#rejections}}
{{#exact}}
  {ScannerRejectionExact, "{{bytes}}", {{count}}},
{{/exact}}
{{#prefix}}
  {ScannerRejectionPrefix, "{{bytes}}", {{count}}},
{{/prefix}}
{{#pattern}}
  {ScannerRejectionPattern, "{{bytes}}", {{count}}},
{{/pattern}}
{{/rejections}}
  {ScannerRejectionEnd, NULL, 0},
};
