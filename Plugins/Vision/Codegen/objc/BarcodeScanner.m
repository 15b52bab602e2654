#import "BarcodeScanner.h"

#import <QuartzCore/QuartzCore.h>

#import "ScannerSettings.h"

@implementation BarcodeScanner {
  AVCaptureSession *_session;
  AVCaptureMetadataOutput *_output;
  NSMutableSet<NSString *> *_codes;
  NSDate *_start;
  BOOL _isEnded;
}

- (nullable instancetype)initWithError:(NSError **)error {
  self = [super init];
  if (!self) return nil;
  AVCaptureDevice *camera = [AVCaptureDevice defaultDeviceWithMediaType:AVMediaTypeVideo];
  AVCaptureDeviceInput *input =
      camera ? [AVCaptureDeviceInput deviceInputWithDevice:camera error:error] : nil;
  if (!input) return nil;
  _session = [[AVCaptureSession alloc] init];
  _output = [[AVCaptureMetadataOutput alloc] init];
  [_session addInput:input];
  [_session addOutput:_output];
  _session.sessionPreset = [BarcodeScanner preset];
  [_output setMetadataObjectsDelegate:self queue:dispatch_get_main_queue()];
  // Only formats that this system knows: it raises an exception for others.
  NSMutableArray<AVMetadataObjectType> *formats = [NSMutableArray array];
  for (AVMetadataObjectType format in ScannerFormats())
    if ([_output.availableMetadataObjectTypes containsObject:format]) [formats addObject:format];
  _output.metadataObjectTypes = formats;
  _previewLayer = [AVCaptureVideoPreviewLayer layerWithSession:_session];
  return self;
}

// The smallest preset that has the resolution which the codes need.
+ (AVCaptureSessionPreset)preset {
  if (ScannerCaptureWidth == 0) return AVCaptureSessionPresetHigh;
  if (ScannerCaptureWidth <= 1280) return AVCaptureSessionPreset1280x720;
  if (ScannerCaptureWidth <= 1920) return AVCaptureSessionPreset1920x1080;
  return AVCaptureSessionPreset3840x2160;
}

- (void)start {
  _codes = [NSMutableSet set];
  _start = [NSDate date];
  _isEnded = NO;
  // In fractions of the picture as the sensor has it, which for an upright phone lies on its side.
  _output.rectOfInterest = CGRectMake(
      ScannerAreaTop, 1 - ScannerAreaLeft - ScannerAreaWidth, ScannerAreaHeight, ScannerAreaWidth);
  [self drawViewFinder];
  [_session startRunning];
}

- (void)stop {
  [_session stopRunning];
}

- (void)drawViewFinder {
  if (ScannerViewFinder == ScannerViewFinder_none) return;
  CGSize size = _previewLayer.bounds.size;
  CGFloat areaWidth = ScannerAreaWidth * size.width, areaHeight = ScannerAreaHeight * size.height;
  CGFloat width = ScannerViewFinderWidth * areaWidth;
  BOOL isLaser = ScannerViewFinder == ScannerViewFinder_laser;
  CGFloat height = isLaser ? 1 : ScannerViewFinderHeight * areaHeight;
  CALayer *finder = [CALayer layer];
  finder.frame = CGRectMake(
      ScannerAreaLeft * size.width + (areaWidth - width) / 2,
      ScannerAreaTop * size.height + (areaHeight - height) / 2, width, height);
  finder.borderWidth = 1;
  [_previewLayer addSublayer:finder];
}

// The harness's name of a format; the format itself where it has none.
static NSString *ScannerName(AVMetadataObjectType format) {
  NSDictionary<NSString *, NSString *> *names = @{
    AVMetadataObjectTypeQRCode : @"qr-code",
    AVMetadataObjectTypeDataMatrixCode : @"data-matrix",
    AVMetadataObjectTypeAztecCode : @"aztec",
    AVMetadataObjectTypePDF417Code : @"pdf417",
    AVMetadataObjectTypeCode128Code : @"code-128",
    AVMetadataObjectTypeCode39Code : @"code-39",
    AVMetadataObjectTypeCode93Code : @"code-93",
    AVMetadataObjectTypeInterleaved2of5Code : @"itf",
    AVMetadataObjectTypeITF14Code : @"itf-14",
    AVMetadataObjectTypeEAN13Code : @"ean-13",
    AVMetadataObjectTypeEAN8Code : @"ean-8",
    AVMetadataObjectTypeUPCECode : @"upc-e",
  };
  return names[format] ?: format;
}

- (BOOL)acceptsPayload:(NSData *)payload symbology:(NSString *)symbology {
  for (const ScannerLength *row = ScannerLengths; row->symbology; ++row)
    if (strcmp(row->symbology, symbology.UTF8String) == 0
        && (payload.length < row->least || payload.length > row->most))
      return NO;
  for (const ScannerRejection *row = ScannerRejections; row->kind != ScannerRejectionEnd; ++row)
    if ([self payload:payload matches:row]) return NO;
  return YES;
}

- (BOOL)payload:(NSData *)payload matches:(const ScannerRejection *)rejection {
  BOOL hasStart = payload.length >= rejection->count
      && memcmp(payload.bytes, rejection->bytes, rejection->count) == 0;
  switch (rejection->kind) {
  case ScannerRejectionExact: return hasStart && payload.length == rejection->count;
  case ScannerRejectionPrefix: return hasStart;
  case ScannerRejectionPattern: {
    // Each byte is one character, in the pattern and in the payload.
    NSString *text = [[NSString alloc] initWithData:payload encoding:NSISOLatin1StringEncoding];
    NSString *pattern = [NSString stringWithFormat:@"\\A(?:%s)\\z", rejection->bytes];
    NSRegularExpression *expression = [NSRegularExpression
        regularExpressionWithPattern:pattern
                             options:NSRegularExpressionDotMatchesLineSeparators
                               error:NULL];
    return [expression numberOfMatchesInString:text options:0 range:NSMakeRange(0, text.length)] > 0;
  }
  case ScannerRejectionEnd: return NO;
  }
  return NO;
}

// True if a code touches the selection; its bounds are fractions of the picture on its side.
- (BOOL)selects:(CGRect)bounds {
  if (ScannerSelection == ScannerSelection_none) return YES;
  CGSize size = _previewLayer.bounds.size;
  CGRect upright = [_previewLayer rectForMetadataOutputRectOfInterest:bounds];
  CGFloat width = ScannerAreaWidth * size.width, height = ScannerAreaHeight * size.height;
  CGPoint centre = CGPointMake(
      ScannerAreaLeft * size.width + ScannerSelectionX * width,
      ScannerAreaTop * size.height + ScannerSelectionY * height);
  if (ScannerSelection == ScannerSelection_rectangle) {
    CGFloat across = ScannerSelectionWidth * width, down = ScannerSelectionHeight * height;
    return CGRectIntersectsRect(
        upright, CGRectMake(centre.x - across / 2, centre.y - down / 2, across, down));
  }
  CGFloat dx = fmax(fmax(CGRectGetMinX(upright) - centre.x, centre.x - CGRectGetMaxX(upright)), 0);
  CGFloat dy = fmax(fmax(CGRectGetMinY(upright) - centre.y, centre.y - CGRectGetMaxY(upright)), 0);
  return hypot(dx, dy) <= ScannerSelectionRadius * fmin(width, height);
}

- (void)captureOutput:(AVCaptureOutput *)output
    didOutputMetadataObjects:(NSArray<__kindof AVMetadataObject *> *)objects
              fromConnection:(AVCaptureConnection *)connection {
  for (AVMetadataObject *object in objects) {
    if (_isEnded) return;
    if (![object isKindOfClass:[AVMetadataMachineReadableCodeObject class]]) continue;
    NSString *text = ((AVMetadataMachineReadableCodeObject *)object).stringValue;
    NSData *payload = [text dataUsingEncoding:NSUTF8StringEncoding];
    NSString *symbology = ScannerName(object.type);
    if (!payload || ![self acceptsPayload:payload symbology:symbology]
        || ![self selects:object.bounds])
      continue;
    // Each code is told once.
    NSString *code = [NSString stringWithFormat:@"%@ %@", symbology, text];
    if (![_codes containsObject:code]) {
      [_codes addObject:code];
      [self.delegate scanner:self didRead:payload symbology:symbology];
    }
    if (!ScannerTakesSeveral) break;
  }
  BOOL hasAll = ScannerStopAfterCodes > 0 && _codes.count >= ScannerStopAfterCodes;
  BOOL isLate = ScannerStopAfterSeconds > 0 && -_start.timeIntervalSinceNow >= ScannerStopAfterSeconds;
  if (!_isEnded && (hasAll || isLate)) {
    _isEnded = YES;
    [self stop];
    [self.delegate scannerDidEnd:self];
  }
}

@end
