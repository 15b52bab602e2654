#import <AVFoundation/AVFoundation.h>
