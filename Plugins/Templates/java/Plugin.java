import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** template-name: a decoder plugin for barcode-harness. The decoder first, the protocol below. */
public class Plugin {
    static final String NAME = "template-name";
    static final String SUMMARY = "Reads nothing yet.";
    /** The library that reads; "none" until there is one. */
    static final String LIBRARY = "none";
    static final String LIBRARY_VERSION = "0";
    /**
     * The symbologies it reads, by the names in the harness's docs/plugin-protocol.md:
     * List.of("qr-code"). Others count as unsupported, which is no failure.
     */
    static final List<String> SYMBOLOGIES = List.of();

    /** Sets the library up; this time is not measured. Throw if it cannot be used. */
    Plugin() throws Exception {
    }

    /**
     * Reads an image: 8-bit luminance, row y starts at y * rowStride. An empty list is a valid
     * answer; throw when the library failed.
     */
    List<Reading> decode(byte[] pixels, int width, int height, int rowStride) throws Exception {
        List<Reading> readings = new ArrayList<>();
        return readings;
    }

    /**
     * One symbol as the library read it.
     *
     * @param symbology a name of the protocol's list, or null
     * @param bytes the symbol's data before any guess at a charset
     * @param text the data as the library's own text, or null
     * @param corners four pairs x, y in pixels: top left, top right, bottom right, bottom left; or
     *     null
     */
    record Reading(String symbology, byte[] bytes, String text, double[][] corners) {
    }

    // ---- The plugin protocol, version 1: docs/plugin-protocol.md of the harness ----

    static final int MAXIMUM_HEADER = 1 << 20;
    static final int MAXIMUM_PAYLOAD = 1 << 28;

    private final DataInputStream input = new DataInputStream(System.in);
    private static OutputStream output;

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 || System.console() != null) {
            System.err.println(NAME + ": a decoder plugin for the barcode harness (" + LIBRARY + " "
                + LIBRARY_VERSION + "). Let the harness start it:\n\n"
                + "  harness compare --corpus qr-small --decoder " + NAME);
            return;
        }
        output = new FileOutputStream("/dev/fd/3");
        try {
            watchHost();
            new Plugin().serve();
        } catch (Throwable failure) {
            String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
            System.err.println(NAME + ": " + reason);
            send(Map.of("type", "error", "message", reason));
            // Halts at once: threads of the library must not keep the process alive.
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws Exception {
        byte[] prelude;
        while ((prelude = input.readNBytes(8)).length > 0) {
            if (prelude.length < 8) {
                throw new EOFException("the host closed the connection inside a frame");
            }
            ByteBuffer lengths = ByteBuffer.wrap(prelude).order(ByteOrder.LITTLE_ENDIAN);
            long headerLength = Integer.toUnsignedLong(lengths.getInt());
            long payloadLength = Integer.toUnsignedLong(lengths.getInt());
            if (headerLength < 1 || headerLength > MAXIMUM_HEADER
                || payloadLength > MAXIMUM_PAYLOAD) {
                throw new IOException("the host sent a frame with a header of " + headerLength
                    + " bytes and a payload of " + payloadLength + ", past the limits");
            }
            byte[] header = new byte[(int) headerLength];
            input.readFully(header);
            byte[] payload = new byte[(int) payloadLength];
            input.readFully(payload);
            answer(new Json(new String(header, StandardCharsets.UTF_8)).object(), payload);
        }
    }

    private void answer(Map<String, Object> message, byte[] payload) throws IOException {
        switch (String.valueOf(message.get("type"))) {
            case "hello" -> {
                if (!Long.valueOf(1).equals(message.get("protocol"))) {
                    throw new IOException("the host speaks version " + message.get("protocol")
                        + " of the plugin protocol; this plugin speaks version 1");
                }
                send(Map.of("type", "hello", "protocol", 1, "name", NAME, "summary", SUMMARY,
                    "library", LIBRARY, "libraryVersion", LIBRARY_VERSION,
                    "symbologies", SYMBOLOGIES, "nonces", true));
            }
            case "configure" -> {
                refuseUnknown((Map<?, ?>) message.get("options"));
                send(Map.of("type", "ready"));
            }
            case "decode" -> send(result(message, payload));
            default -> throw new IOException(
                "the host sent a message of the unknown type " + message.get("type"));
        }
    }

    /** The plugin has no options, and no profile but the default. */
    private void refuseUnknown(Map<?, ?> options) throws IOException {
        for (Map.Entry<?, ?> option : options.entrySet()) {
            if (!option.getKey().equals("profile")) {
                throw new IOException("decoder \"" + NAME + "\" has no option \""
                    + option.getKey() + "\". It has no options.");
            }
            if (!option.getValue().equals("default")) {
                throw new IOException("decoder \"" + NAME + "\" has no profile \""
                    + option.getValue() + "\". Its profiles: default.");
            }
        }
    }

    private Map<String, Object> result(Map<String, Object> message, byte[] pixels) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("type", "result");
        result.put("id", message.get("id"));
        result.put("nonce", message.get("nonce"));
        var threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        long wall = System.nanoTime();
        try {
            int width = ((Long) message.get("width")).intValue();
            int height = ((Long) message.get("height")).intValue();
            int rowStride = ((Long) message.get("rowStride")).intValue();
            List<Reading> found =
                width == 0 || height == 0 ? List.of() : decode(pixels, width, height, rowStride);
            wall = System.nanoTime() - wall;
            cpu = threads.getCurrentThreadCpuTime() - cpu;
            List<Object> readings = new ArrayList<>();
            for (Reading reading : found) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("symbology", reading.symbology());
                fields.put("bytes", Base64.getEncoder().encodeToString(reading.bytes()));
                fields.put("text", reading.text());
                for (double[] corner : reading.corners() == null ? new double[0][] : reading.corners()) {
                    if (!Double.isFinite(corner[0]) || !Double.isFinite(corner[1])) {
                        throw new IllegalStateException("a corner is not a number");
                    }
                }
                fields.put("corners", reading.corners());
                readings.add(fields);
            }
            result.put("readings", readings);
            result.put("wallNanoseconds", wall);
            result.put("cpuNanoseconds", cpu);
        } catch (Exception failure) {
            failure.printStackTrace();
            result.put("error", failure.toString());
        }
        return result;
    }

    private static void send(Map<String, Object> message) throws IOException {
        StringBuilder json = new StringBuilder();
        Json.write(message, json);
        byte[] header = json.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(8 + header.length).order(ByteOrder.LITTLE_ENDIAN);
        output.write(frame.putInt(header.length).putInt(0).put(header).array());
        output.flush();
    }

    /** Ends the process when the harness is gone, even in the middle of a decode. */
    private static void watchHost() {
        long parent = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
        Thread watch = new Thread(() -> {
            while (ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L) == parent) {
                try {
                    Thread.sleep(500);
                } catch (InterruptedException ended) {
                    return;
                }
            }
            Runtime.getRuntime().halt(0);
        });
        watch.setDaemon(true);
        watch.start();
    }

    /** JSON, as much of it as the protocol needs: objects, arrays, strings, numbers, words. */
    static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        /** The whole text as one object. */
        @SuppressWarnings("unchecked")
        Map<String, Object> object() throws IOException {
            Object value = value(0);
            skipSpace();
            if (!(value instanceof Map) || at != text.length()) {
                throw new IOException("the host sent a header that is no JSON object");
            }
            return (Map<String, Object>) value;
        }

        private Object value(int depth) throws IOException {
            skipSpace();
            if (depth > 64 || at == text.length()) {
                throw bad();
            }
            switch (text.charAt(at)) {
                case '{': {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    at++;
                    if (take('}')) {
                        return fields;
                    }
                    do {
                        skipSpace();
                        String name = string();
                        expect(':');
                        fields.put(name, value(depth + 1));
                    } while (take(','));
                    expect('}');
                    return fields;
                }
                case '[': {
                    List<Object> items = new ArrayList<>();
                    at++;
                    if (take(']')) {
                        return items;
                    }
                    do {
                        items.add(value(depth + 1));
                    } while (take(','));
                    expect(']');
                    return items;
                }
                case '"':
                    return string();
                default:
                    return wordOrNumber();
            }
        }

        private Object wordOrNumber() throws IOException {
            int start = at;
            while (at < text.length() && "+-.0123456789eEtrufalsn".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String word = text.substring(start, at);
            switch (word) {
                case "null":
                    return null;
                case "true":
                    return true;
                case "false":
                    return false;
                default:
                    try {
                        return word.matches("-?[0-9]+") ? (Object) Long.parseLong(word)
                            : (Object) Double.parseDouble(word);
                    } catch (NumberFormatException wrong) {
                        throw bad();
                    }
            }
        }

        private String string() throws IOException {
            if (at == text.length() || text.charAt(at++) != '"') {
                throw bad();
            }
            StringBuilder string = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '"') {
                char c = text.charAt(at++);
                if (c != '\\') {
                    string.append(c);
                    continue;
                }
                if (at == text.length()) {
                    throw bad();
                }
                char escape = text.charAt(at++);
                int plain = "\"\\/bfnrt".indexOf(escape);
                if (plain >= 0) {
                    string.append("\"\\/\b\f\n\r\t".charAt(plain));
                } else if (escape == 'u' && at + 4 <= text.length()) {
                    try {
                        string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
                    } catch (NumberFormatException wrong) {
                        throw bad();
                    }
                    at += 4;
                } else {
                    throw bad();
                }
            }
            expect('"');
            return string.toString();
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private boolean take(char c) {
            skipSpace();
            if (at == text.length() || text.charAt(at) != c) {
                return false;
            }
            at++;
            return true;
        }

        private void expect(char c) throws IOException {
            if (!take(c)) {
                throw bad();
            }
        }

        private IOException bad() {
            return new IOException("the host sent a header that is no JSON (at character " + at + ")");
        }

        /** Writes a value; fields that are null are left out. */
        static void write(Object value, StringBuilder out) {
            if (value instanceof Map<?, ?> fields) {
                char separator = '{';
                for (Map.Entry<?, ?> field : fields.entrySet()) {
                    if (field.getValue() == null) {
                        continue;
                    }
                    out.append(separator);
                    write(field.getKey(), out);
                    out.append(':');
                    write(field.getValue(), out);
                    separator = ',';
                }
                out.append(separator == '{' ? "{}" : "}");
            } else if (value instanceof List<?> items) {
                out.append('[');
                for (int i = 0; i < items.size(); i++) {
                    out.append(i == 0 ? "" : ",");
                    write(items.get(i), out);
                }
                out.append(']');
            } else if (value instanceof double[][] points) {
                out.append('[');
                for (int i = 0; i < points.length; i++) {
                    out.append(i == 0 ? "[" : ",[").append(points[i][0]).append(',')
                        .append(points[i][1]).append(']');
                }
                out.append(']');
            } else if (value instanceof String string) {
                out.append('"');
                for (char c : string.toCharArray()) {
                    if (c == '"' || c == '\\') {
                        out.append('\\').append(c);
                    } else if (c < ' ' || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
                out.append('"');
            } else {
                out.append(value);
            }
        }
    }
}
