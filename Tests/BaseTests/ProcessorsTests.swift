import Base
import Foundation
import TestSupport
import Testing

/// Quotas of control groups, in folders laid out as the kernel does it.
@Suite struct ProcessorsTests {
  /// Files below a root, and the quota in cores that they grant.
  struct Layout: Sendable {
    let membership: String
    let files: [String: String]
    let quota: Double?
  }

  private static let layouts = [
    // Version 2: a pod of one and a half cores, seen from the host.
    Layout(
      membership: "0::/kubepods/pod7/c1\n",
      files: [
        "kubepods/pod7/cpu.max": "150000 100000\n", "kubepods/pod7/c1/cpu.max": "max 100000\n",
      ],
      quota: 1.5),
    // Version 2 inside a container: the path means nothing here, the root does.
    Layout(membership: "0::/\n", files: ["cpu.max": "400000 100000\n"], quota: 4),
    // The least along the path holds.
    Layout(
      membership: "0::/a/b\n",
      files: ["a/cpu.max": "50000 100000", "a/b/cpu.max": "800000 100000"],
      quota: 0.5),
    // Version 1, with the controllers that stand together.
    Layout(
      membership: "12:memory:/m\n4:cpu,cpuacct:/docker/x\n0::/\n",
      files: [
        "cpu/docker/x/cpu.cfs_quota_us": "200000\n", "cpu/docker/x/cpu.cfs_period_us": "100000",
      ],
      quota: 2),
    Layout(
      membership: "4:cpu:/\n",
      files: ["cpu/cpu.cfs_quota_us": "-1\n", "cpu/cpu.cfs_period_us": "100000\n"], quota: nil),
    Layout(membership: "0::/\n", files: ["cpu.max": "max 100000\n"], quota: nil),
    Layout(membership: "0::/\n", files: ["cpu.max": "100000 0\n"], quota: nil),
    Layout(membership: "nonsense", files: [:], quota: nil),
  ]

  @Test(arguments: layouts.indices)
  func theLeastQuotaAlongThePathHolds(index: Int) throws {
    let layout = Self.layouts[index]
    let scratch = try ScratchFolder()
    for (name, text) in layout.files {
      let file = URL(filePath: scratch.path + "/root/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let membership = try scratch.file("cgroup", layout.membership)
    #expect(Processors.quota(root: scratch.path + "/root", membership: membership) == layout.quota)
  }

  @Test func thereIsAlwaysACore() {
    #expect((1...ProcessInfo.processInfo.activeProcessorCount).contains(Processors.usable))
  }
}
