import DecoderKit

#if canImport(Vision)
  import VisionDecoder

  DecoderPlugin.main(VisionAdapter.self)
#else
  #error("Apple's Vision framework is on Apple's systems alone")
#endif
