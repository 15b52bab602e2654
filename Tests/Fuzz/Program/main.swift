import Foundation
import FuzzTargets

/// libFuzzer's own loop, with a `main` of ours around it.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The target that this process runs, named by `FUZZ_TARGET`.
enum Chosen {
  static let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    if let target = FuzzTarget(rawValue: name) { return target }
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    print(name == "list" ? known : "FUZZ_TARGET is one of: list \(known)")
    exit(name == "list" ? 0 : 64)
  }()
}

_ = Chosen.target
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = runDriver(&count, &arguments) { bytes, count in
  do throws(BrokenPromise) {
    try Chosen.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    // libFuzzer keeps an input that ends the process.
    fatalError(error.description)
  }
  return 0
}
exit(status)
