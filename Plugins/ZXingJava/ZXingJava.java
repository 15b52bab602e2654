import com.google.zxing.BarcodeFormat;
import com.google.zxing.Binarizer;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.Result;
import com.google.zxing.ResultMetadataType;
import com.google.zxing.common.GlobalHistogramBinarizer;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.multi.GenericMultipleBarcodeReader;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;

/** A decoder plugin over ZXing's Java library; docs/plugin-protocol.md explains the messages. */
public final class ZXingJava {
  private static final int MAXIMUM_HEADER_LENGTH = 1 << 20;
  private static final int MAXIMUM_PAYLOAD_LENGTH = 1 << 28;

  /** Symbologies that the library reads but does not distinguish from the plain form. */
  private static final List<String> STACKED =
      List.of("databar-stacked", "databar-expanded-stacked");

  /** The library's format → the protocol's name. */
  private static final Map<BarcodeFormat, String> SYMBOLOGIES = new EnumMap<>(BarcodeFormat.class);

  static {
    SYMBOLOGIES.put(BarcodeFormat.QR_CODE, "qr-code");
    SYMBOLOGIES.put(BarcodeFormat.DATA_MATRIX, "data-matrix");
    SYMBOLOGIES.put(BarcodeFormat.AZTEC, "aztec");
    SYMBOLOGIES.put(BarcodeFormat.PDF_417, "pdf417");
    SYMBOLOGIES.put(BarcodeFormat.MAXICODE, "maxicode");
    SYMBOLOGIES.put(BarcodeFormat.CODE_128, "code-128");
    SYMBOLOGIES.put(BarcodeFormat.CODE_39, "code-39");
    SYMBOLOGIES.put(BarcodeFormat.CODE_93, "code-93");
    SYMBOLOGIES.put(BarcodeFormat.CODABAR, "codabar");
    SYMBOLOGIES.put(BarcodeFormat.ITF, "itf");
    SYMBOLOGIES.put(BarcodeFormat.EAN_13, "ean-13");
    SYMBOLOGIES.put(BarcodeFormat.EAN_8, "ean-8");
    SYMBOLOGIES.put(BarcodeFormat.UPC_A, "upc-a");
    SYMBOLOGIES.put(BarcodeFormat.UPC_E, "upc-e");
    SYMBOLOGIES.put(BarcodeFormat.RSS_14, "databar");
    SYMBOLOGIES.put(BarcodeFormat.RSS_EXPANDED, "databar-expanded");
  }

  private final OutputStream answers;
  private final DataInputStream requests;
  private Settings settings = new Settings(Map.of());

  private ZXingJava(OutputStream answers, DataInputStream requests) {
    this.answers = answers;
    this.requests = requests;
  }

  public static void main(String[] arguments) throws IOException {
    OutputStream answers = new FileOutputStream(FileDescriptor.out);
    System.setOut(System.err); // From here on, all output goes to standard error.
    watchHost();
    ZXingJava plugin =
        new ZXingJava(answers, new DataInputStream(new FileInputStream(FileDescriptor.in)));
    try {
      plugin.serve();
      System.exit(0);
    } catch (IllegalArgumentException | IOException refusal) {
      plugin.send("{\"type\":\"error\",\"message\":" + JSON.quoted(refusal.getMessage()) + "}");
      System.exit(1);
    }
  }

  private void serve() throws IOException {
    byte[] prelude = new byte[8];
    while (true) {
      int first = requests.read();
      if (first < 0) {
        return;
      }
      prelude[0] = (byte) first;
      try {
        requests.readFully(prelude, 1, 7);
        ByteBuffer lengths = ByteBuffer.wrap(prelude).order(ByteOrder.LITTLE_ENDIAN);
        // Both lengths are checked before either part is read: a part past the limit never comes.
        int headerLength = length(lengths.getInt(), 1, MAXIMUM_HEADER_LENGTH, "header");
        int payloadLength = length(lengths.getInt(), 0, MAXIMUM_PAYLOAD_LENGTH, "payload");
        byte[] header = bytes(headerLength);
        byte[] payload = bytes(payloadLength);
        answer(JSON.object(new String(header, StandardCharsets.UTF_8)), payload);
      } catch (EOFException end) {
        throw new IOException("the host closed the connection inside a frame");
      }
    }
  }

  /** A length from a frame; the frame's are unsigned, so a negative one means over 2 GiB. */
  private static int length(int length, int least, int most, String what) {
    if (length < least || length > most) {
      throw new IllegalArgumentException(
          "the host sent a frame with a " + what + " of " + Integer.toUnsignedString(length)
              + " bytes; " + least + " to " + most + " are allowed");
    }
    return length;
  }

  private byte[] bytes(int count) throws IOException {
    byte[] bytes = new byte[count];
    requests.readFully(bytes);
    return bytes;
  }

  private void send(String message) throws IOException {
    byte[] header = message.getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(8 + header.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(header.length).putInt(0).put(header);
    answers.write(frame.array());
    answers.flush();
  }

  private void answer(Map<String, Object> message, byte[] payload) throws IOException {
    String type = String.valueOf(message.get("type"));
    switch (type) {
      case "hello":
        if (!Long.valueOf(1).equals(message.get("protocol"))) {
          throw new IllegalArgumentException(
              "the host speaks version " + message.get("protocol")
                  + " of the plugin protocol; this plugin speaks version 1");
        }
        send(hello());
        break;
      case "configure":
        settings = new Settings(JSON.texts(message.get("options")));
        warmUp();
        send("{\"type\":\"ready\"}");
        break;
      case "decode":
        send(decoded(message, payload));
        break;
      default:
        throw new IllegalArgumentException("the host sent a message of the unknown type " + type);
    }
  }

  private static String hello() {
    List<String> names = new ArrayList<>();
    SYMBOLOGIES.values().forEach(name -> names.add(JSON.quoted(name)));
    STACKED.forEach(name -> names.add(JSON.quoted(name)));
    return "{\"type\":\"hello\",\"protocol\":1,\"nonces\":true,\"name\":\"zxing-java\","
        + "\"summary\":\"The Java original of ZXing.\",\"library\":\"ZXing (Java)\","
        + "\"libraryVersion\":" + JSON.quoted(version()) + ",\"symbologies\":["
        + String.join(",", names) + "],\"options\":[" + Settings.DECLARATION + "],"
        + "\"profiles\":[{\"name\":\"tuned\",\"summary\":\"Looks harder.\","
        + "\"settings\":{\"try-harder\":\"true\"}}]}";
  }

  /** The version that the library's build left in its jar. */
  private static String version() {
    Properties facts = new Properties();
    String place = "/META-INF/maven/com.google.zxing/core/pom.properties";
    try (InputStream file = MultiFormatReader.class.getResourceAsStream(place)) {
      if (file != null) {
        facts.load(file);
      }
    } catch (IOException unreadable) {
      // The version is then unknown.
    }
    return facts.getProperty("version", "unknown");
  }

  /** Lets the virtual machine compile the code that is used, before times are measured. */
  private void warmUp() {
    Random random = new Random(1);
    byte[] noise = new byte[200 * 200];
    long end = System.nanoTime() + 400_000_000L;
    while (System.nanoTime() < end) {
      random.nextBytes(noise);
      try {
        settings.read(noise, 200, 200, 200, null);
      } catch (ReaderException | RuntimeException nothing) {
        // Noise holds no symbol.
      }
    }
  }

  private String decoded(Map<String, Object> message, byte[] pixels) {
    String start = "{\"type\":\"result\",\"id\":" + message.get("id")
        + ",\"nonce\":" + message.get("nonce") + ",";
    try {
      int width = JSON.number(message, "width");
      int height = JSON.number(message, "height");
      int rowStride = JSON.number(message, "rowStride");
      if (width < 1 || height < 1) {
        return start + failure(
            "an image of " + width + " × " + height + " pixels has nothing to read");
      }
      if (rowStride < width || pixels.length < (long) rowStride * (height - 1) + width) {
        return start + failure("the image has " + pixels.length + " bytes, too few for its size");
      }
      long wall = System.nanoTime();
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      List<Reading> readings = read(message, pixels, width, height, rowStride);
      cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
      wall = System.nanoTime() - wall;
      List<String> written = new ArrayList<>();
      for (Reading reading : readings) {
        written.add(reading.message());
      }
      return start + "\"readings\":[" + String.join(",", written) + "],\"wallNanoseconds\":" + wall
          + ",\"cpuNanoseconds\":" + cpu + "}";
    } catch (RuntimeException failure) {
      failure.printStackTrace();
      return start + failure(failure.toString());
    }
  }

  private static String failure(String sentence) {
    return "\"error\":" + JSON.quoted(sentence) + "}";
  }

  private List<Reading> read(
      Map<String, Object> message, byte[] pixels, int width, int height, int rowStride) {
    Object wanted = message.get("symbologies");
    Object most = message.get("maximumCount");
    // The library reads whole rows, but the last one may end with its last pixel.
    byte[] rows = pixels;
    if (rows.length < rowStride * height) {
      rows = java.util.Arrays.copyOf(pixels, rowStride * height);
    }
    List<Reading> readings = new ArrayList<>();
    try {
      List<?> names = wanted instanceof List ? (List<?>) wanted : null;
      for (Result result : settings.read(rows, width, height, rowStride, names)) {
        if (!(most instanceof Long) || readings.size() < (Long) most) {
          readings.add(new Reading(result));
        }
      }
    } catch (ReaderException nothing) {
      // Not found, or found and not decodable: not read.
    }
    return readings;
  }

  /** Ends the process when its host is gone, even in the middle of a decode. */
  private static void watchHost() {
    Optional<Long> parent = ProcessHandle.current().parent().map(ProcessHandle::pid);
    Thread watch = new Thread(() -> {
      while (ProcessHandle.current().parent().map(ProcessHandle::pid).equals(parent)) {
        try {
          Thread.sleep(500);
        } catch (InterruptedException nobody) {
          return;
        }
      }
      Runtime.getRuntime().halt(0);
    });
    watch.setDaemon(true);
    watch.start();
  }

  /** The options, with every value resolved. */
  private static final class Settings {
    static final String DECLARATION =
        "{\"name\":\"try-harder\",\"kind\":\"flag\",\"default\":\"false\",\"summary\":\"Look at more"
            + " rows, and at linear symbols turned by a quarter.\"},"
            + "{\"name\":\"several\",\"kind\":\"flag\",\"default\":\"true\",\"summary\":\"Look for all"
            + " symbols in the image; false looks for one.\"},"
            + "{\"name\":\"binarizer\",\"kind\":\"choice\",\"choices\":[\"hybrid\","
            + "\"global-histogram\"],\"default\":\"hybrid\",\"summary\":\"How grey becomes black and"
            + " white.\"}";

    private final Map<String, String> values =
        new LinkedHashMap<>(Map.of("try-harder", "false", "several", "true", "binarizer", "hybrid"));
    private final MultiFormatReader reader = new MultiFormatReader();

    Settings(Map<String, String> requested) {
      String profile = requested.getOrDefault("profile", "default");
      if (profile.equals("tuned")) {
        values.put("try-harder", "true");
      } else if (!profile.equals("default")) {
        throw new IllegalArgumentException(
            "decoder \"zxing-java\" has no profile \"" + profile
                + "\". Its profiles: default, tuned.");
      }
      for (Map.Entry<String, String> option : requested.entrySet()) {
        if (!option.getKey().equals("profile")) {
          values.put(option.getKey(), settled(option.getKey(), option.getValue()));
        }
      }
    }

    private String settled(String name, String typed) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException(
            "decoder \"zxing-java\" has no option \"" + name + "\". Its options: try-harder, "
                + "several, binarizer.");
      }
      boolean isFlag = !name.equals("binarizer");
      List<String> words =
          isFlag ? List.of("true", "false") : List.of("hybrid", "global-histogram");
      String word = typed;
      if (isFlag && List.of("yes", "on", "1").contains(typed.toLowerCase())) {
        word = "true";
      } else if (isFlag && List.of("no", "off", "0").contains(typed.toLowerCase())) {
        word = "false";
      } else if (isFlag) {
        word = typed.toLowerCase();
      }
      if (!words.contains(word)) {
        throw new IllegalArgumentException(
            "decoder \"zxing-java\": option \"" + name + "\" cannot be \"" + typed + "\"; it takes "
                + (isFlag ? "true or false." : "one of " + String.join(", ", words) + "."));
      }
      return word;
    }

    Result[] read(byte[] pixels, int width, int height, int rowStride, List<?> names)
        throws ReaderException {
      PlanarYUVLuminanceSource source =
          new PlanarYUVLuminanceSource(pixels, rowStride, height, 0, 0, width, height, false);
      Binarizer binarizer =
          values.get("binarizer").equals("hybrid")
              ? new HybridBinarizer(source) : new GlobalHistogramBinarizer(source);
      BinaryBitmap bitmap = new BinaryBitmap(binarizer);
      Map<DecodeHintType, Object> hints = hints(names);
      if (values.get("several").equals("true")) {
        return new GenericMultipleBarcodeReader(reader).decodeMultiple(bitmap, hints);
      }
      return new Result[] {reader.decode(bitmap, hints)};
    }

    private Map<DecodeHintType, Object> hints(List<?> names) {
      Map<DecodeHintType, Object> hints = new EnumMap<>(DecodeHintType.class);
      // One character for each byte, so that the bytes can be recovered from the text.
      hints.put(DecodeHintType.CHARACTER_SET, "ISO-8859-1");
      // Without it the library drops the separators of GS1-128.
      hints.put(DecodeHintType.ASSUME_GS1, true);
      hints.put(DecodeHintType.RETURN_CODABAR_START_END, true);
      if (values.get("try-harder").equals("true")) {
        hints.put(DecodeHintType.TRY_HARDER, true);
      }
      if (names != null) {
        List<BarcodeFormat> formats = new ArrayList<>();
        for (Map.Entry<BarcodeFormat, String> known : SYMBOLOGIES.entrySet()) {
          for (Object name : names) {
            if (carrier(String.valueOf(name)).equals(known.getValue())) {
              formats.add(known.getKey());
            }
          }
        }
        if (!formats.isEmpty()) {
          hints.put(DecodeHintType.POSSIBLE_FORMATS, formats);
        }
      }
      return hints;
    }

    private static String carrier(String name) {
      switch (name) {
        case "gs1-128":
          return "code-128";
        case "itf-14":
          return "itf";
        case "databar-stacked":
          return "databar";
        case "databar-expanded-stacked":
          return "databar-expanded";
        default:
          return name.startsWith("gs1-") ? name.substring(4) : name;
      }
    }
  }

  /** A result of the library in the protocol's terms. */
  private static final class Reading {
    private static final List<Charset> CHARSETS = List.of(
        StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8, Charset.forName("SJIS"),
        Charset.forName("windows-1252"), Charset.forName("windows-1251"),
        Charset.forName("GB18030"));

    private final BarcodeFormat format;
    private final String text;
    private final List<?> segments;

    Reading(Result result) {
      format = result.getBarcodeFormat();
      // The library puts "]C1" before the data of a GS1-128 symbol; it is not part of the data.
      boolean isGS1 = format == BarcodeFormat.CODE_128 && result.getText().startsWith("]C1");
      text = isGS1 ? result.getText().substring(3) : result.getText();
      Map<ResultMetadataType, Object> facts = result.getResultMetadata();
      Object found = facts == null ? null : facts.get(ResultMetadataType.BYTE_SEGMENTS);
      segments = found instanceof List ? (List<?>) found : List.of();
    }

    String message() {
      return "{\"symbology\":" + JSON.quoted(SYMBOLOGIES.getOrDefault(format, "")) + ",\"bytes\":\""
          + Base64.getEncoder().encodeToString(data()) + "\",\"text\":" + JSON.quoted(text) + "}";
    }

    /**
     * The symbol's bytes. The library gives text, and for byte segments also the bytes. Each
     * is searched for in the text, in the charsets that it may have been decoded with.
     */
    private byte[] data() {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      int position = 0;
      for (Object segment : segments) {
        byte[] bytes = (byte[]) segment;
        for (Charset charset : CHARSETS) {
          String spelled = new String(bytes, charset);
          int place = text.indexOf(spelled, position);
          if (place >= 0) {
            data.writeBytes(encoded(text.substring(position, place)));
            data.writeBytes(bytes);
            position = place + spelled.length();
            break;
          }
        }
      }
      data.writeBytes(encoded(text.substring(position)));
      byte[] bytes = data.toByteArray();
      // The first FNC1 of a GS1 DataMatrix marks it as GS1 and is not part of its data.
      boolean isGS1 = format == BarcodeFormat.DATA_MATRIX && bytes.length > 0 && bytes[0] == 0x1d;
      return isGS1 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    /** Text outside byte segments: digits, letters and kanji in QR Codes, else Latin-1. */
    private byte[] encoded(String part) {
      Charset charset =
          format == BarcodeFormat.QR_CODE ? Charset.forName("SJIS") : StandardCharsets.ISO_8859_1;
      boolean fits = charset.newEncoder().canEncode(part);
      return part.getBytes(fits ? charset : StandardCharsets.UTF_8);
    }
  }
}
