import Reporting
import Serving

/// The page's files, which are compiled into the program, and what a tab must know.
enum LivePage {
  static let document = PageDocument(
    title: "harness live", template: PackageResources.live_html, style: PackageResources.live_css,
    scripts: [
      PackageResources.chart_js, PackageResources.frames_js, PackageResources.picture_js,
      PackageResources.numbers_js, PackageResources.camera_js, PackageResources.pictures_js,
      PackageResources.aim_js, PackageResources.walk_js, PackageResources.start_js,
    ], usesCamera: true)

  struct Facts: Encodable {
    let key: String
    let decoders: [String]
    let looks: [Int]
    let images: Int

    init(_ plan: LivePlan, key: String) {
      self.key = key
      decoders = plan.decoders.map(\.label)
      let all = DecoderLook.looks(of: decoders)
      looks = decoders.map { all[$0]?.color ?? 0 }
      images = plan.images.count
    }
  }
}
