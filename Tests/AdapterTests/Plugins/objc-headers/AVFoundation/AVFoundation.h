// What the generated scanner uses of Apple's frameworks, declared for a check of its syntax.
#pragma once

#define NULL ((void *)0)
typedef int int32_t;
typedef unsigned long size_t;
double fmin(double, double), fmax(double, double), hypot(double, double);
#define nil ((id)0)

#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type

typedef signed char BOOL;
#define YES ((BOOL)1)
#define NO ((BOOL)0)
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
typedef double CGFloat;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
typedef struct { NSUInteger location, length; } NSRange;
static inline CGPoint CGPointMake(CGFloat x, CGFloat y) { return (CGPoint){x, y}; }
static inline CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height) {
  return (CGRect){{x, y}, {width, height}};
}
static inline NSRange NSMakeRange(NSUInteger at, NSUInteger count) { return (NSRange){at, count}; }
CGFloat CGRectGetMinX(CGRect), CGRectGetMaxX(CGRect), CGRectGetMinY(CGRect), CGRectGetMaxY(CGRect);
BOOL CGRectIntersectsRect(CGRect, CGRect);

NS_ASSUME_NONNULL_BEGIN
int strcmp(const char *, const char *), memcmp(const void *, const void *, size_t);
@class NSString, NSDate, NSError;
@protocol NSObject
- (BOOL)isKindOfClass:(Class)type;
@end
__attribute__((objc_root_class)) @interface NSObject <NSObject>
+ (instancetype)alloc;
+ (Class)class;
- (instancetype)init;
@end
@protocol NSCopying
@end
typedef struct { unsigned long state; id __unsafe_unretained _Nullable *_Nullable itemsPtr;
  unsigned long *_Nullable mutationsPtr; unsigned long extra[5]; } NSFastEnumerationState;
@protocol NSFastEnumeration
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained _Nullable[_Nonnull])buffer
                                    count:(NSUInteger)count;
@end
@interface NSData : NSObject
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes;
@end
enum { NSUTF8StringEncoding = 4, NSISOLatin1StringEncoding = 5 };
@interface NSString : NSObject <NSCopying>
@property(readonly) NSUInteger length;
@property(readonly) const char *UTF8String;
+ (instancetype)stringWithFormat:(NSString *)format, ...;
- (nullable instancetype)initWithData:(NSData *)data encoding:(NSUInteger)encoding;
- (nullable NSData *)dataUsingEncoding:(NSUInteger)encoding;
@end
@interface NSConstantString : NSString
@end
@interface NSArray<Item> : NSObject <NSFastEnumeration>
+ (instancetype)arrayWithObjects:(const Item _Nonnull[_Nullable])items count:(NSUInteger)count;
- (BOOL)containsObject:(Item)item;
@end
@interface NSMutableArray<Item> : NSArray <Item>
+ (instancetype)array;
- (void)addObject:(Item)item;
@end
@interface NSMutableSet<Item> : NSObject
@property(readonly) NSUInteger count;
+ (instancetype)set;
- (BOOL)containsObject:(Item)item;
- (void)addObject:(Item)item;
@end
@interface NSDictionary<Key, Value> : NSObject
+ (instancetype)dictionaryWithObjects:(const Value _Nonnull[_Nullable])values
                              forKeys:(const Key<NSCopying> _Nonnull[_Nullable])keys
                                count:(NSUInteger)count;
- (nullable Value)objectForKeyedSubscript:(Key)key;
@end
@interface NSDate : NSObject
@property(readonly) NSTimeInterval timeIntervalSinceNow;
+ (instancetype)date;
@end
@interface NSError : NSObject
@end
enum { NSRegularExpressionDotMatchesLineSeparators = 8 };
@interface NSRegularExpression : NSObject
+ (nullable instancetype)regularExpressionWithPattern:(NSString *)pattern
                                              options:(NSUInteger)options
                                                error:(NSError *_Nullable *_Nullable)error;
- (NSUInteger)numberOfMatchesInString:(NSString *)text options:(NSUInteger)options range:(NSRange)range;
@end
@interface CALayer : NSObject
@property CGRect frame;
@property(readonly) CGRect bounds;
@property CGFloat borderWidth;
+ (instancetype)layer;
- (void)addSublayer:(CALayer *)layer;
@end
id dispatch_get_main_queue(void);

typedef NSString *AVMetadataObjectType;
typedef NSString *AVCaptureSessionPreset;
extern NSString *const AVMediaTypeVideo;
extern AVCaptureSessionPreset const AVCaptureSessionPresetHigh, AVCaptureSessionPreset1280x720,
    AVCaptureSessionPreset1920x1080, AVCaptureSessionPreset3840x2160;
extern AVMetadataObjectType const AVMetadataObjectTypeQRCode, AVMetadataObjectTypeMicroQRCode,
    AVMetadataObjectTypeDataMatrixCode, AVMetadataObjectTypeAztecCode, AVMetadataObjectTypePDF417Code,
    AVMetadataObjectTypeMicroPDF417Code, AVMetadataObjectTypeCode128Code,
    AVMetadataObjectTypeCode39Code, AVMetadataObjectTypeCode93Code, AVMetadataObjectTypeCodabarCode,
    AVMetadataObjectTypeInterleaved2of5Code, AVMetadataObjectTypeITF14Code,
    AVMetadataObjectTypeEAN13Code, AVMetadataObjectTypeEAN8Code, AVMetadataObjectTypeUPCECode,
    AVMetadataObjectTypeGS1DataBarCode, AVMetadataObjectTypeGS1DataBarLimitedCode,
    AVMetadataObjectTypeGS1DataBarExpandedCode;
@interface AVCaptureDevice : NSObject
+ (nullable AVCaptureDevice *)defaultDeviceWithMediaType:(NSString *)type;
@end
@interface AVCaptureDeviceInput : NSObject
+ (nullable instancetype)deviceInputWithDevice:(AVCaptureDevice *)device
                                         error:(NSError *_Nullable *_Nullable)error;
@end
@interface AVCaptureOutput : NSObject
@end
@interface AVCaptureConnection : NSObject
@end
@interface AVMetadataObject : NSObject
@property(readonly) AVMetadataObjectType type;
@property(readonly) CGRect bounds;
@end
@interface AVMetadataMachineReadableCodeObject : AVMetadataObject
@property(readonly, nullable) NSString *stringValue;
@end
@protocol AVCaptureMetadataOutputObjectsDelegate <NSObject>
- (void)captureOutput:(AVCaptureOutput *)output
    didOutputMetadataObjects:(NSArray<__kindof AVMetadataObject *> *)objects
              fromConnection:(AVCaptureConnection *)connection;
@end
@interface AVCaptureMetadataOutput : AVCaptureOutput
@property(copy) NSArray<AVMetadataObjectType> *metadataObjectTypes;
@property(readonly) NSArray<AVMetadataObjectType> *availableMetadataObjectTypes;
@property CGRect rectOfInterest;
- (void)setMetadataObjectsDelegate:(id<AVCaptureMetadataOutputObjectsDelegate>)delegate queue:(id)queue;
@end
@interface AVCaptureSession : NSObject
@property(copy) AVCaptureSessionPreset sessionPreset;
- (void)addInput:(AVCaptureDeviceInput *)input;
- (void)addOutput:(AVCaptureOutput *)output;
- (void)startRunning;
- (void)stopRunning;
@end
@interface AVCaptureVideoPreviewLayer : CALayer
+ (instancetype)layerWithSession:(AVCaptureSession *)session;
- (CGRect)rectForMetadataOutputRectOfInterest:(CGRect)rectangle;
@end
NS_ASSUME_NONNULL_END
