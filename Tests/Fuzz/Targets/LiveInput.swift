#if canImport(Live)
  import Live

  extension ImageInput {
    /// A frame of the page is the same once it is written again, and no larger than frames may be.
    static func check(live bytes: [UInt8]) throws(BrokenPromise) {
      guard let message = try? FrameMessage(bytes: bytes) else { return }
      try promise(message.bytes == bytes, "a frame is another one once written: \(message.number)")
      try promise(message.image.pixels.count <= FrameMessage.mostPixels, "a frame is too large")
      try check(message.image)
    }
  }
#else
  extension ImageInput {
    static func check(live _: [UInt8]) {}
  }
#endif
