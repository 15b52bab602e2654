import Console

extension Installation {
  /// The files that new plugins are made from: of the installation, or of a checkout.
  static var scaffold: PluginScaffold {
    PluginScaffold(folders: shared("Plugins") + above.map { $0 + "/Plugins" })
  }
}
