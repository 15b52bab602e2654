import DecoderKit
import ZXingDecoder

DecoderPlugin.main(ZXingAdapter.self)
