import DecoderKit

DecoderPlugin.main(TemplateNameDecoder.self)
