import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Slices that run separately: merged, they equal the run of a single machine.
@Suite(.waits) struct ShardTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func compare(
    to folder: String, _ more: [String] = [], _ variables: [String: String] = [:]
  )
    throws -> HarnessRun
  {
    try HarnessRun.run(
      [
        "compare", "--corpus", "qr-small", "--trials", "8", "--quiet", "--output",
        scratch.path + "/" + folder,
      ] + more, environment: variables)
  }

  @Test func slicesMergedAreOneRun() throws {
    let count = Proof.isAsked ? 4 : 2
    _ = try compare(to: "whole")
    for slice in 1...count {
      // As in an array job, the batch system gives the number of the task; each was submitted again alone.
      let run = try compare(
        to: "slice-\(slice)", ["--shard", "auto/\(count)"],
        [
          "SLURM_ARRAY_TASK_ID": "\(slice)", "SLURM_ARRAY_TASK_MIN": "\(slice)",
          "SLURM_ARRAY_TASK_COUNT": "1",
        ])
      #expect(run.status == 0, "\(run.errors)")
      let table = try ScoreFile(scratch.path + "/slice-\(slice)").table
      #expect(table.slice == Shard(index: slice, count: count))
      #expect(table.decoders.allSatisfy { $0.total.tried == $0.total.planned })
      #expect(table.decoder("zxing")?.total.planned == 66 * 8 / count)
    }
    let slices = (1...count).map { scratch.path + "/slice-\($0)" }
    let merged = try HarnessRun.run(
      ["runs", "merge"] + slices + ["--output", scratch.path + "/all"])
    #expect(merged.status == 0, "\(merged.errors)")
    let whole = try ScoreFile(scratch.path + "/whole")
    let all = try ScoreFile(scratch.path + "/all")
    #expect(all.table.slice == nil && whole.table.slice == nil)
    #expect(all.table.withoutTimings == whole.table.withoutTimings)
    #expect(try all.verdicts() == whole.verdicts())
  }

  @Test func aMissingSliceIsNamedAndTheTableSaysThatItIsPartial() throws {
    for slice in [1, 3] { _ = try compare(to: "s\(slice)", ["--shard", "\(slice)/3"]) }
    let merged = try HarnessRun.run([
      "runs", "merge", scratch.path + "/s1", scratch.path + "/s3", "--output",
      scratch.path + "/all",
    ])
    #expect(merged.status == 3)
    #expect(merged.errors.contains("lacks slice 2/3"), "\(merged.errors)")
    #expect(merged.output.contains("Stopped: "), "partial results are said to be partial")
  }

  @Test func aSliceThatWasNeverMadeIsNamedAndTheMergeIsNotCalledWhole() throws {
    for slice in [1, 2] { _ = try compare(to: "s\(slice)", ["--shard", "\(slice)/2"]) }
    let stores = ["s1", "s2", "never"].map { scratch.path + "/" + $0 }
    let merged = try HarnessRun.run(["runs", "merge"] + stores + ["-o", scratch.path + "/all"])
    #expect(merged.status == 3, "\(merged.errors)")
    #expect(merged.errors.contains("/never holds no results"), "\(merged.errors)")
    // What was there is whole: nothing but the name that stands for nothing is told.
    #expect(!merged.errors.contains("lacks") && !merged.output.contains("Stopped: "))
    let table = try ScoreFile(scratch.path + "/all").table
    #expect(table.decoders.allSatisfy { $0.total.tried == $0.total.planned })
    #expect(table.decoder("zxing")?.total.planned == 66 * 8)
  }

  @Test func exportNamesEverySampleOnce() throws {
    _ = try compare(to: "r")
    let export = try HarnessRun.run(["runs", "export", scratch.path + "/r"])
    let lines = export.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("decoder,sample,group,") == true)
    let names = lines.dropFirst().map { $0.split(separator: ",").prefix(2) }
    #expect(names.count == 2 * 66 * 8 && Set(names).count == names.count)
    let objects = try HarnessRun.run(["runs", "export", scratch.path + "/r", "--format", "jsonl"])
    #expect(objects.output.split(separator: "\n").count == names.count)
    let runs = try HarnessRun.run(["runs", scratch.path + "/r"])
    #expect(runs.output.contains("finished"), "\(runs.output)")
  }
}
