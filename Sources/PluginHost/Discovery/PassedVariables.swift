/// The variables of the harness's own environment that a manifest gets by asking for them.
///
/// A stranger's manifest may ask for a token. It gets variables that hold no secrets, and those that the
/// person who runs the harness names. What comes with the harness gets what it asks for.
enum PassedVariables {
  /// The variable in which a person names what plugins may have: names, with blanks or commas in between.
  static let namedBy = "HARNESS_PLUGIN_ENVIRONMENT"

  /// Variables that say where programs are and how many threads they may have.
  private static let harmless: Set<String> = [
    "CUDA_HOME", "CUDA_VISIBLE_DEVICES", "DOTNET_ROOT", "GOMAXPROCS", "JAVA_HOME",
    "MKL_NUM_THREADS",
    "NODE_PATH", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONPATH",
  ]

  /// Checks that a manifest may have a variable that it asks for; one that is not set tells nothing.
  ///
  /// - Throws: ``PluginError`` that says how to name it.
  static func check(_ name: String, in surroundings: [String: String]) throws(PluginError) {
    guard surroundings[name] != nil, !harmless.contains(name),
      BasicEnvironment.part(of: [name: ""])[name] != ""
    else { return }
    let named = (surroundings[namedBy] ?? "").split { $0 == "," || $0.isWhitespace }.map(
      String.init)
    guard !named.contains(name) else { return }
    throw PluginError(
      .unavailable,
      "its manifest asks for the variable \(name) of your environment, which may be a secret; if the plugin "
        + "may have it, set \(namedBy)=\((named + [name]).joined(separator: ","))")
  }
}
