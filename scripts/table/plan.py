"""The runs behind the page "Which barcode decoder?", in the order in which they are made."""

from __future__ import annotations

from dataclasses import dataclass

#: The decoders that the page compares, as `harness compare` takes them. libdmtx ends a search after
#: so many positions, not milliseconds: the same verdicts come back on another machine.
DECODERS = (
    "dmtx:profile=repeatable",
    "opencv-aruco",
    "opencv-barcode",
    "opencv-qr",
    "opencv-wechat",
    "quirc",
    "tapirscan",
    "zbar",
    "zxing",
    "zxing-cpp",
    "zxing-java",
)

#: The corpora that together have a threshold for every symbology.
SYMBOLOGIES = ("mlkit-formats", "further-formats", "breadth")
#: Those without one: no decoder that can be had here reads them, and corpus `stacked` draws them.
UNREAD = ("codablock-f", "code-16k")
PHOTOS = "photos"
#: The same photos, for decoders that read linear codes. Ranks stand on what all decoders support:
#: readers of QR Code alone would leave no other label in the comparison.
LABELS = "photos-labels"
LABEL_DECODERS = ("tapirscan", "zbar", "zxing", "zxing-cpp", "zxing-java")
#: Titles and questions of the reports on photos: a folder has none of its own.
PHOTO_TITLES = {
    LABELS: ("Labels in photos", "Which of these photos does each reader of linear and matrix codes read?"),
    PHOTOS: ("Photos, all decoders", "Which of these photos does each decoder read, readers of QR Code alone included?"),
}
#: What the names of recipes mean, and where other sizes are.
SYMBOLS = {
    "qr-small": "*v2-m*: version 2, 25 × 25 modules, error correction M. Other versions are in corpus `qr-versions`, which is "
    "not measured here.",
    "datamatrix-small": "*s20*: 20 × 20 modules. Other sizes: 16 × 16 in [dpm](dpm.md), marked on parts, and GS1 DataMatrix of "
    "24 × 24 in [further-formats](further-formats.md); corpora `bands` (16 × 16) and `calibration` (14 × 14, 24 × 24) are not "
    "measured here.",
}
SPEED = "resolution"
FUZZ = "fuzz"


@dataclass(frozen=True)
class Run:
    """A comparison: its corpus, its trials at a level, and its deadline if it has one of its own."""

    corpus: str
    trials: int | None
    timeout: str | None = None

    def command(self, decoders: tuple[str, ...], trials: int | None = None) -> list[str]:
        """The words behind `harness compare`, without where the report goes."""
        words = ["compare", "--corpus", self.corpus]
        for decoder in decoders:
            words += ["--decoder", decoder]
        number = self.trials if trials is None or self.trials is None else min(trials, self.trials)
        if number is not None:
            words += ["--trials", str(number)]
        if self.timeout is not None:
            words += ["--timeout", self.timeout]
        return words


#: 59 trials without a miss certify a decode rate of 95 %: runs with fewer have mean thresholds and
#: decode rates, and say of nobody from where on it is reliable.
RUNS = (
    Run("qr-small", 60),
    Run("datamatrix-small", 60),
    Run("mlkit-formats", 60),
    Run("further-formats", 60),
    Run("breadth", 60),
    Run("dpm", 60),
    Run("defocus", 60),
    Run("damage", 60),
    Run("contrast", 20),
    Run("multi", 60),
    # Noise and large frames: a deadline that no busy machine makes a decoder miss.
    Run("negatives", 6, timeout="60s"),
    Run(SPEED, 12, timeout="60s"),
)

#: Images with which each decoder is fuzzed, the 290 untouched ones of corpus `smoke` included.
FUZZ_IMAGES = 600
#: Long enough that no decoder hangs because the machine is busy.
FUZZ_TIMEOUT = "30s"


TUNING = "tuning"
#: The options that are varied to find the best settings; decoders without any are left out.
VARIED = {
    "dmtx": ("scan-gap=1,2", "square-deviation=20,50,80", "edge-threshold=5,10,20"),
    "opencv-aruco": ("several",),
    "opencv-qr": ("several", "alignment-markers"),
    "tapirscan": ("mode",),
    "zbar": ("x-density=1,2", "y-density=1,2"),
    "zxing": ("try-harder", "try-downscale", "binarizer"),
    "zxing-cpp": ("try-downscale", "binarizer"),
    "zxing-java": ("try-harder", "binarizer"),
}
#: Settings are chosen on some images and judged on others, which another seed draws: the best of many
#: settings is partly chosen by chance.
CHOOSING_TRIALS = 12
JUDGING_TRIALS = 60
JUDGING_SEED = 1


def tuned_corpus(decoder: str) -> str:
    """The corpus on which settings of a decoder are compared."""
    return "datamatrix-small" if name(decoder) == "dmtx" else "qr-small"


def tune_command(decoder: str, trials: int | None = None) -> list[str]:
    """The words behind `harness`, without where the report goes, that try a decoder's settings."""
    words = ["tune", decoder, "--corpus", tuned_corpus(decoder)]
    for option in VARIED[name(decoder)]:
        words += ["--option", option]
    return words + ["--trials", str(min(CHOOSING_TRIALS, trials or CHOOSING_TRIALS))]


def judge_command(decoders: list[str], trials: int | None = None) -> list[str]:
    """The words behind `harness` that compare the settings on images on which none was chosen."""
    words = ["compare", "--corpus", tuned_corpus(decoders[0]), "--seed", str(JUDGING_SEED)]
    for decoder in decoders:
        words += ["--decoder", decoder]
    return words + ["--trials", str(min(JUDGING_TRIALS, trials or JUDGING_TRIALS))]


def fuzz_command(decoder: str, images: int = FUZZ_IMAGES) -> list[str]:
    """The words behind `harness fuzz`, without where the report goes."""
    return ["fuzz", decoder, "--inputs", str(images), "--timeout", FUZZ_TIMEOUT]


def name(decoder: str) -> str:
    """A decoder's name without its options."""
    return decoder.split(":")[0]
