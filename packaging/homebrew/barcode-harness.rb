# Builds the harness from its sources, with Homebrew's or Xcode's Swift. OWNER is the account of the repository; the
# release fills in the archive's checksum.
#
# Checked: the syntax, and the names of products and files. Not tried: Homebrew itself, and any Mac. On Linux the
# parts that are linked here are the ones that the tests use.
class BarcodeHarness < Formula
  desc "Compares barcode decoders, level by level"
  homepage "https://github.com/OWNER/barcode-harness"
  url "https://github.com/OWNER/barcode-harness.git", tag: "0.2.0"
  license "Apache-2.0"
  head "https://github.com/OWNER/barcode-harness.git", branch: "main"

  depends_on "cmake" => :build
  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "jpeg-turbo"
  depends_on "libdmtx"
  depends_on "libpng"
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "webp"
  depends_on "zbar"
  depends_on "zint"

  uses_from_macos "sqlite"

  # The adapter is for ZXing-C++ before 3.0, and tested with 1.4.0; later versions have another interface.
  resource "zxing-cpp" do
    url "https://github.com/zxing-cpp/zxing-cpp.git",
        revision: "f89db69e34543c508f80e807535dab3012eea7ad"
    version "1.4.0"
  end

  def install
    zxing = libexec/"zxing"
    resource("zxing-cpp").stage do
      system "cmake", "-S", ".", "-B", "build", *std_cmake_args(install_prefix: zxing),
             "-DBUILD_SHARED_LIBS=OFF", "-DBUILD_EXAMPLES=OFF", "-DBUILD_BLACKBOX_TESTS=OFF"
      system "cmake", "--build", "build"
      system "cmake", "--install", "build"
    end

    # zint and libdmtx tell pkg-config nothing that the compiler would need here.
    roots = [zxing, *%w[zint libdmtx zbar libpng jpeg-turbo webp openssl@3].map { |name| Formula[name].opt_prefix }]
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["openssl@3"].opt_lib/"pkgconfig"
    ENV["CPATH"] = roots.map { |root| root/"include" }.join(":")
    ENV["LIBRARY_PATH"] = roots.map { |root| root/"lib" }.join(":")
    system "make", "install", "PREFIX=#{prefix}", "SWIFT=swift", "CONFIGURATION=#{configuration}"

    # Where the shells that come from Homebrew look.
    (share/"bash-completion/completions").children.each { |file| bash_completion.install file }
  end

  # Homebrew has a sandbox of its own, and the package manager's does not work inside it.
  def configuration
    "-c release -debug-info-format none --disable-sandbox"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/harness --version")
    system bin/"harness", "compare", "--corpus", "smoke", "--decoder", "zbar", "--decoder", "zxing"
    assert_path_exists testpath/"reports/smoke/scores.json"
  end
end
