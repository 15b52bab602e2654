import DecoderKit
import ZBarDecoder

DecoderPlugin.main(ZBarAdapter.self)
