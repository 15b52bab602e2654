#import <AVFoundation/AVFoundation.h>

NS_ASSUME_NONNULL_BEGIN

@class BarcodeScanner;

@protocol BarcodeScannerDelegate <NSObject>
// A code that counts, on the main queue. The symbology is a name such as "ean-13".
- (void)scanner:(BarcodeScanner *)scanner didRead:(NSData *)payload symbology:(NSString *)symbology;
// The scan has ended by one of its limits.
- (void)scannerDidEnd:(BarcodeScanner *)scanner;
@end

// Scans with the camera, by the settings in ScannerSettings.h.
@interface BarcodeScanner : NSObject <AVCaptureMetadataOutputObjectsDelegate>

@property(nonatomic, weak, nullable) id<BarcodeScannerDelegate> delegate;
// Shows what is scanned, with the view-finder; put it into a view's layer and set its frame.
@property(nonatomic, readonly) AVCaptureVideoPreviewLayer *previewLayer;

// Returns nil with an error if there is no camera or it may not be used.
- (nullable instancetype)initWithError:(NSError **)error;
- (void)start;
- (void)stop;

@end

NS_ASSUME_NONNULL_END
