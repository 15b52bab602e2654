import Measuring
import Scanning

extension MeasurementSource {
  /// The name in files.
  package var code: String {
    switch self {
    case .measured: "measured"
    case .decoder: "decoder"
    case .none: "none"
    }
  }
}

extension Detection.Status {
  /// The name in files.
  package var code: String {
    switch self {
    case .read: "read"
    case .missed: "missed"
    case .unsupported: "unsupported"
    case .noAnswer: "no-answer"
    }
  }
}
