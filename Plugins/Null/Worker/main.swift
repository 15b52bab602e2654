import DecoderKit
import NullDecoder

DecoderPlugin.main(NullAdapter.self)
