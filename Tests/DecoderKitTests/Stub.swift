// DecoderKit
