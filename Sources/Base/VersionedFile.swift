import Foundation

/// Reads JSON files whose first field is the version of their layout.
package enum VersionedFile {
  /// Reads a file that may come from a stranger, as ``ForeignFolder`` reads.
  ///
  /// - Parameters:
  ///   - version: The version that is read.
  ///   - maximumBytes: The most that the file may have.
  /// - Throws: ``FileError`` that names the file and says what is wrong.
  package static func read<Value: Decodable>(
    _ type: Value.Type, path: String, version: Int, maximumBytes: Int = 1 << 28
  ) throws(FileError) -> Value {
    let bytes = try ForeignFolder.read(file: path, maximumBytes: maximumBytes)
    return try value(type, in: bytes, path: path, version: version)
  }

  /// Reads a file's bytes.
  ///
  /// - Parameter path: The name of the file in errors.
  /// - Throws: ``FileError`` that names the file and says what is wrong.
  package static func value<Value: Decodable>(
    _ type: Value.Type, in bytes: [UInt8], path: String, version: Int
  ) throws(FileError) -> Value {
    let data = Data(bytes)
    do {
      let declared = try VersionedJSON.version(of: data)
      guard declared == version else {
        throw FileError(
          path: path,
          message:
            "has schema version \(declared), and this harness reads version \(version): use the harness that "
            + "wrote it")
      }
      return try BoundedJSON.decode(type, from: data)
    } catch let error as FileError {
      throw error
    } catch let error as DecodingError {
      throw FileError(path: path, message: DecodingErrorText.sentence(error))
    } catch {
      throw FileError(path: path, message: "\(error)")
    }
  }
}
