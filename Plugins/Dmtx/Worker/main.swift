import DecoderKit
import DmtxDecoder

DecoderPlugin.main(DmtxAdapter.self)
